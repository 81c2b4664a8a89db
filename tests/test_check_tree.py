"""The tree check finds what must not be in it, and nothing else."""

import pytest

import check_tree


def faults(text: str, name: str = "docs/host.md") -> list[str]:
    return list(check_tree.faults_in(name, text))


@pytest.mark.parametrize("registry", check_tree.REGISTRIES)
def test_a_registry_is_found(registry: str) -> None:
    assert faults(f"fine\nurl = https://{registry}/simple") == [f"docs/host.md:2: names a package registry: {registry}"]


@pytest.mark.parametrize("folder", check_tree.FOLDERS_OF_A_MACHINE)
@pytest.mark.parametrize("before", ["", " ", '"', "=", "file://", "("])
def test_a_path_of_one_machine_is_found(folder: str, before: str) -> None:
    assert len(faults(f"{before}/{folder}/here")) == 1


@pytest.mark.parametrize("before", ["docs", "example.com", "$root", "~", ".", "${HOME}"])
def test_a_longer_path_is_something_else(before: str) -> None:
    assert faults(f"{before}/home/here") == []


@pytest.mark.parametrize("name", ["a.py", "web/src/a.ts", "web/a.svelte", "web/a.css"])
def test_a_long_source_file_is_found(name: str) -> None:
    assert faults("x\n" * 600, name) == []
    assert faults("x\n" * 601, name) == [f"{name}: 601 lines; split it by concern (600 at most)"]


@pytest.mark.parametrize("name", ["a.json", "requirements/dev.txt", "games/a/content/b.py", "a.md"])
def test_other_files_may_be_long(name: str) -> None:
    assert faults("x\n" * 601, name) == []
