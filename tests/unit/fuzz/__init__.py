"""No input of a page makes our code raise, tried with generated values (hypothesis)."""
