"""What the commands do, a file each; `balance.cli` parses for them."""
