"""People who walk through the simulated table by hand: time is theirs, and they know what lies there."""

import threading
from itertools import count

from support import phone_photos

from companion.camera.loop import Loop
from companion.simulation.teaching_table import WalkTable
from companion.teaching import walk as walks
from companion.teaching.places import Mark
from companion.teaching.shelf import Shelf
from companion.teaching.walk import Stage
from companion.teaching.walker import Walker, WalkSurroundings
from hardware.camera import DrawnCamera
from hardware.phone_camera import PhoneCamera
from vision.pieceset import faces as piece_sets


class Walkers:
    """A walk at a table of `seats`, its files in `folder`; `taps` counts as a person's thumb would: every key of the
    name, every confirmation. With `photos` the pictures are taken by hand."""

    def __init__(self, folder, game="shipshape", seats=1, seed=3, photos=False):
        self.now_s = 0.0
        self.folder = folder
        self.table = WalkTable(game, seed, seats=seats)
        self.shelf = Shelf(lambda name: folder / "pieces" / name)
        self.changed = []
        self.shelf.changed = self.changed.append
        numbers = count(1)
        self.walker = Walker(
            WalkSurroundings(
                self.shelf,
                lambda name: folder / "walks" / f"{name}.json",
                lambda _: (self.table.layout,),
                lambda: self.now_s,
                lambda: f"picture {next(numbers)}",
            )
        )
        drawn = DrawnCamera(self.table.picture, clock=lambda: self.now_s)
        self.camera = PhoneCamera(clock=lambda: self.now_s) if photos else drawn
        self.loop = Loop(self.camera, clock=lambda: self.now_s)
        self.taps = 0
        self.wrong = []  # what was sure and wrong when a sheet was settled

    @property
    def walk(self):
        return self.walker.state().walk

    def look(self, times=3, step_s=0.7):
        for _ in range(times):
            self.now_s += step_s
            self.walker.look(self.loop)
        self.walker.reader.work_off()

    def photo(self, seed):
        """Take the picture that is asked for, from elsewhere with another seed; return why it can't be used."""
        picture, said = phone_photos.taken(self.table.layout, self.table._pieces, seed), []
        request = self.camera.request
        page = threading.Thread(target=lambda: said.append(self.camera.hand_over(request, picture)))
        page.start()
        while self.camera._offered is None:
            page.join(0.001)
        self.look(2)
        page.join()
        return said[0]

    def begin(self):
        """Begin on a bare mat."""
        self.walker.begin(self.table.game, "host")
        self.look(2)
        self.walker.take()
        self.taps += 2
        self.look()

    def taught(self):
        """Begin, lay each sheet and settle what was read of it; return all labels that were taught by then."""
        self.begin()
        for _ in self.table.sheets:
            self.lay()
            self.settle()
        assert not self.wrong, self.wrong
        assert self.walk.stage is Stage.LAY
        return set(piece_sets.load_or_new(self.shelf.folder_of(self.table.game)).labels)

    def lay(self):
        """Lay the next sheet and let it be read."""
        self.table.lay(self.walk)
        self.look(4)

    def truth(self, key):
        """Return what lies in a place."""
        zone, _, number = key.rpartition("/")
        lying = self.table.sheets[self.table.laid - 1][1].get(zone, ())
        if lying and isinstance(lying[0], tuple):
            x, y = self.walk.sheet.place(key).middle_mm
            return min(lying, key=lambda piece: abs(piece[1][0] - x) + abs(piece[1][1] - y))[0]
        return lying[int(number)] if lying else None

    def tap_name(self, key, chosen):
        """Name a place as on the page: its three likeliest are a tap away, a kind without numbers, too; else the kind,
        unless it is the likeliest one's, then the number. One more where the place had to be picked."""
        label = self.truth(key)
        reading = self.walk.readings.get(key)
        likeliest = [name for name, chance in (reading.ranking[:3] if reading else ()) if chance >= 0.03]
        shown = (walks.label_of(self.walk, key) or (likeliest or [""])[0]).rpartition(" ")[0]
        alone = label is None or " " not in label
        self.taps += 1 + chosen + (0 if alone or label in likeliest or label.rpartition(" ")[0] == shown else 1)
        self.walker.name({key: label})

    def settle(self):
        """Answer whatever is asked of this sheet, reading after each name as often as `work_off` does."""
        for _ in range(200):
            walk = self.walk
            if walk.settled or walk.stage is not Stage.NAME:
                known = walks.keys(walk, Mark.KNOWN)
                self.wrong += [key for key in known if walks.label_of(walk, key) != self.truth(key)]
                return
            asked = walks.asked(walk)
            doubted = walks.doubted(walk, self.walker.state().game)
            wrong = [key for key in doubted if walks.label_of(walk, key) != self.truth(key)]
            if asked is not None:
                self.tap_name(asked, chosen=0)
            elif walks.keys(walk, Mark.STRANGE):
                self.walker.reader.work_off()
            elif wrong:
                self.tap_name(wrong[0], chosen=1)
                self.walker.reader.work_off()
            else:
                self.taps += 1
                self.walker.name({key: walks.label_of(walk, key) for key in doubted})
        raise AssertionError("the sheet never settles")
