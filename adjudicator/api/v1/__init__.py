"""The generated API, `adjudicator.api.v1`. Not edited by hand: `make proto` writes it from protos/."""
