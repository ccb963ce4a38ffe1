"""A filled store in a folder of its own, for one test."""
import os
import tempfile

from lab.end_to_end.dashboards.filled_store import fill


class GatedStore:
    """`path` is the store, `folder` a folder for whatever else is written."""

    def __enter__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name
        self.path = os.path.join(self.folder, "store.sqlite")
        try:
            fill(self.path, other_library=None)
        except BaseException:
            self.temporary.cleanup()
            raise
        return self

    def __exit__(self, *_):
        self.temporary.cleanup()
