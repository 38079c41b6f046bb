"""Applications with servers: in the sandbox, with database, mail catcher and payments, behind the gateway."""
