"""Diagnostics of meshes."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_W, _N = Severity.WARNING, Severity.NOTE

MESH_MISSING = Code(
    "mesh.missing",
    _W,
    "A mesh was not found.",
    "Correct the path, or name the folder of its package: --package NAME=FOLDER.",
)
MESH_UNREADABLE = Code(
    "mesh.unreadable",
    _W,
    "A mesh cannot be read.",
    "Export the mesh again, or correct the suffix of its name.",
)
MESH_EMPTY = Code(
    "mesh.empty",
    _W,
    "A mesh has no triangles.",
    "Export the mesh again, with its faces, or remove it from the robot.",
)
MESH_PART = Code(
    "mesh.part",
    _W,
    "A mesh file does not have the part that is meant.",
    "Correct the name of the part; the message gives the names that the file has.",
)
MESH_DAMAGED = Code(
    "mesh.damaged",
    _W,
    "Parts of a mesh are damaged and were left out.",
    "Export the mesh again, or repair it in a mesh editor.",
)
MESH_NOT_READ = Code(
    "mesh.not-read",
    _W,
    "Parts of a mesh file are of kinds that are not supported, and were left out.",
    "Convert these parts to faces in the program that made the file, and export it again.",
)
MESH_REPAIRED = Code(
    "mesh.repaired",
    _W,
    "A mesh file is damaged, but all of its triangles could be read.",
    "Rewrite it with --mesh-format, or export the mesh again; other programs may refuse it.",
)
MESH_SUFFIX = Code(
    "mesh.suffix",
    _W,
    "The content of a mesh file does not match its suffix; it was read according to its content.",
    "Rename the file, or rewrite it with --mesh-format; other programs rely on the suffix.",
)
MESH_UNSAFE = Code(
    "mesh.outside",
    _W,
    "A mesh's URI leaves its package, or refers to another machine; it was not opened.",
    "Put the file next to the robot, or name its folder with --root if you trust it.",
)
URI_SLASHES = Code(
    "mesh.uri-slashes",
    _W,
    "A package URI does not have exactly two slashes; it was read anyway.",
    "Write package://NAME/PATH: ROS finds nothing otherwise.",
)
URI_COLON = Code(
    "mesh.uri-colon",
    _W,
    "A URI begins with package:://, with one colon too many; it was read anyway.",
    "Write package://NAME/PATH: most programs find nothing otherwise.",
)
URI_BACKSLASH = Code(
    "mesh.uri-backslash",
    _W,
    "A URI has backslashes, which are ordinary characters on most systems; they were read as slashes.",
    "Write slashes: they also work on Windows.",
)
MESH_FORMAT = Code(
    "mesh.format",
    _W,
    "The format of a mesh is not supported.",
    "Convert the mesh to STL, OBJ, COLLADA or glTF.",
)
MESH_SURFACE_ONLY = Code(
    "mesh.surface-only",
    _N,
    "Only the surface of a mesh file was embedded in the output; its own appearance stays in the file.",
    "Keep the mesh file with the output if its colours matter.",
)

MESH_LOST = Code(
    "mesh.lost",
    _W,
    "A mesh inside the source cannot be read, and the output cannot refer to it.",
    "Repair the mesh in the source; the warning about it gives the reason.",
    Fate.LOST,
)
FILE_OUTSIDE = Code(
    "mesh.stays-outside",
    _N,
    "A mesh or texture stays outside the folders of the output; readers may refuse it.",
    "Copy it with --meshes copy.",
)
FILE_LEFT_BEHIND = Code(
    "mesh.left-behind",
    _W,
    "A mesh refers to a file that could not be copied, such as a texture.",
    "Put the file at the path that the mesh gives, under a plain name.",
)
MESH_PACKAGE = Code(
    "mesh.package-unmarked",
    _N,
    "The folder of the meshes is named like the package, but has no package.xml.",
    "Name its folder with --root or ROS_PACKAGE_PATH, or add a package.xml.",
)
MESH_CONVERTED = Code(
    "mesh.converted",
    _N,
    "A mesh was converted to another format.",
    "Remove --mesh-format to keep the file as it is.",
)
MESH_COLORS = Code(
    "mesh.colors",
    _N,
    "A mesh file has colours, which the program that reads the output takes from visuals alone; they were given to it.",
    "No action needed.",
    Fate.CONVERTED,
)
MESH_APPEARANCE_LOST = Code(
    "mesh.appearance-lost",
    _W,
    "The colours or textures of a mesh file are not in the converted file.",
    "Keep the file, or choose --mesh-format dae, obj or glb, which keep the colours of COLLADA files.",
    Fate.LOST,
)
MESH_FLAT = Code(
    "mesh.flat",
    _N,
    "Normals and texture coordinates of meshes are not in the output: STL files cannot store them.",
    "Choose --mesh-format obj, glb or dae, which can store them.",
)
MESH_THICKENED = Code(
    "mesh.thickened",
    _N,
    "A mesh without volume was given a thickness, because the target program refuses flat meshes.",
    "Use a thin box in the source.",
    Fate.APPROXIMATED,
)
SHAPE_AS_MESH = Code(
    "mesh.shape",
    _N,
    "The output does not support a shape; a mesh of it was written.",
    "Keep the source if you need the exact shape.",
    Fate.APPROXIMATED,
)

SHAPE_LEFT_OUT = Code(
    "mesh.shape-left-out",
    _N,
    "A shape has no triangles, and is left out of pictures and measurements.",
    "Give a plane a size; use a mesh of the ground instead of a heightmap.",
)

# What only a look at the meshes shows
MESH_HUGE = Code(
    "mesh.huge",
    _W,
    "A mesh is a hundred times as large as its robot.",
    'It is probably in millimetres: give it scale="0.001 0.001 0.001".',
)
MESH_TINY = Code(
    "mesh.tiny",
    _W,
    "A mesh is at most a thousandth as large as its robot.",
    "Correct its scale or its unit.",
)
MESH_INVERTED = Code(
    "mesh.inverted",
    _W,
    "A closed mesh is inside out: its triangles face inwards.",
    "Flip its faces in a mesh editor.",
)
MESH_MIXED = Code(
    "mesh.mixed-orientation",
    _W,
    "Some faces of a mesh point the opposite way to their neighbours; its inside is ambiguous.",
    "Make all faces point outwards in a mesh editor (Blender: Mesh > Normals > Recalculate Outside).",
)
MESH_DOUBLED = Code(
    "mesh.doubled-faces",
    _W,
    "A mesh has duplicate faces.",
    "Remove the duplicate faces in a mesh editor (Blender: Mesh > Clean Up > Merge by Distance).",
)
MESH_OPEN = Code(
    "mesh.open",
    _N,
    "A mesh is not closed: it has edges with only one face.",
    "Fill its holes in a mesh editor if it represents a solid part.",
)
MESH_BRANCHING = Code(
    "mesh.non-manifold",
    _N,
    "A mesh has edges with more than two faces.",
    "Separate its parts, or remove faces inside it, in a mesh editor.",
)
MESH_FAR = Code(
    "mesh.far",
    _W,
    "A mesh is far away from its link.",
    "Its origin is probably that of an assembly: move the mesh, or give it an <origin>.",
)
MESH_HEAVY = Code(
    "mesh.heavy",
    _N,
    "A collision mesh has more than 100,000 triangles, which makes collision checks slow.",
    "Use a simpler mesh for collisions.",
)
COM_OUTSIDE = Code(
    "robot.com-outside",
    _W,
    "The centre of mass of a link is far outside its shapes.",
    "Give the centre of mass in the link's frame, in metres.",
)
