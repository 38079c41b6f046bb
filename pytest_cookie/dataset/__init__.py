"""Cases: taxonomy, difficulty levels, YAML files, and the item names used for selection."""

from pytest_cookie.dataset.builtin import builtin_cases_folder, builtin_samples_folder, builtin_set_folders
from pytest_cookie.dataset.difficulty import Amplifier, DifficultyRubric, Dimension, difficulty_rubric
from pytest_cookie.dataset.load import load_cases
from pytest_cookie.dataset.select import item_name, label_values, label_words, model_slugs
from pytest_cookie.dataset.taxonomy import Domain, Leaf, Taxonomy, taxonomy

__all__ = [
    "Amplifier",
    "DifficultyRubric",
    "Dimension",
    "Domain",
    "Leaf",
    "Taxonomy",
    "builtin_cases_folder",
    "builtin_samples_folder",
    "builtin_set_folders",
    "difficulty_rubric",
    "item_name",
    "label_values",
    "label_words",
    "load_cases",
    "model_slugs",
    "taxonomy",
]
