"""The settings of the benchmarks' site: the project's own, and the address of the bare view."""

from tests.reliability.site_settings import *  # noqa: F403 - the point of this file

ROOT_URLCONF = "tests.benchmarks.bare"
