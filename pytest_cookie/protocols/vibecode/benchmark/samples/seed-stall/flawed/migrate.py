"""Creates the tables and the goods."""

from store import rows

GOODS = [
    ("Red kuri", "A squash that keeps all winter.", 320, 12),
    ("Borage", "Blue flowers for bees.", 250, 30),
    ("Field bean", "The last packet of the year.", 410, 1),
]

rows("CREATE TABLE good (id SERIAL PRIMARY KEY, name TEXT, about TEXT, cents INT, stock INT)")
rows("CREATE TABLE line (cart TEXT, good INT REFERENCES good, amount INT, PRIMARY KEY (cart, good))")
rows(
    "CREATE TABLE purchase (id SERIAL PRIMARY KEY, cart TEXT, email TEXT, cents INT, session TEXT, paid BOOL DEFAULT false)"
)
for name, about, cents, stock in GOODS:
    rows(
        "INSERT INTO good (name, about, cents, stock) VALUES (:name, :about, :cents, :stock)",
        name=name,
        about=about,
        cents=cents,
        stock=stock,
    )
