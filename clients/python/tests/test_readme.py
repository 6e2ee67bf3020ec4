"""The samples of the README, on running services."""

import re
from pathlib import Path
from typing import Any

import pytest

README = Path(__file__).parent.parent / "README.md"
SAMPLES = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)


@pytest.mark.parametrize("sample", SAMPLES)
def test_samples_run(sample: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    (tmp_path / "data.csv").write_text("a,b\n")
    monkeypatch.chdir(tmp_path)
    exec(compile(sample, "README.md", "exec"), {})
    assert capsys.readouterr().out
