"""The battle phase: whose go it is, the attack through its steps, dice, damage."""
