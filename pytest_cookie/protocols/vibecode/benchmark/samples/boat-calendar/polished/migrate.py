"""Creates the tables, the boats and the account of the harbour master."""

from store import rows, seal

rows(
    "CREATE TABLE member (id SERIAL PRIMARY KEY, name TEXT UNIQUE, password TEXT, is_master BOOL DEFAULT false, session TEXT)"
)
rows("CREATE TABLE boat (id SERIAL PRIMARY KEY, name TEXT)")
rows(
    "CREATE TABLE booking (id SERIAL PRIMARY KEY, boat INT REFERENCES boat, member INT REFERENCES member, day TEXT, part TEXT, "
    "UNIQUE (boat, day, part))"
)
for boat in ("Heron", "Tern", "Dunlin"):
    rows("INSERT INTO boat (name) VALUES (:name)", name=boat)
rows("INSERT INTO member (name, password, is_master) VALUES ('master', :password, true)", password=seal("harbour-1908"))
