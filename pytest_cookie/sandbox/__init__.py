"""Other people's processes: builds of projects, bounded, apart from the machine, and gone when they are done."""
