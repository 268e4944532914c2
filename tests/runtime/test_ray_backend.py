"""joblib's backend ray: it needs an extra, which an error names."""

import pytest
from helpers import python

from polygames.core.lazy_imports import is_available


@pytest.mark.skipif(is_available("ray"), reason="it is installed")
@pytest.mark.parametrize(
    "begin",
    ["import joblib, polygames as pg", "import polygames as pg; pg.measure; import joblib"],
)
def test_the_backend_ray_names_its_extra(begin):
    code = f"""{begin}
pg.match("polygon", "random", "random", pairs=1, progress=False)
try:
    with joblib.parallel_config("ray"):
        pass
except pg.MissingExtraError as error:
    print(error)
"""
    found = python(code)
    assert "pip install ray" in str(getattr(found, "stdout", found))


@pytest.mark.skipif(is_available("ray"), reason="it is installed")
def test_with_joblib_imported_first_no_match_is_needed():
    code = """import joblib, polygames as pg
try:
    joblib.parallel_config("ray")
except pg.MissingExtraError as error:
    print(error)
"""
    found = python(code)
    assert "pip install ray" in str(getattr(found, "stdout", found))
