"""What there is to say about meshes."""

from __future__ import annotations

from ..diagnostics import Code, Fate, Severity

_W, _N = Severity.WARNING, Severity.NOTE

MESH_MISSING = Code(
    "mesh.missing",
    _W,
    "A mesh was not found.",
    "Correct the path, or say where its package is: --package NAME=FOLDER.",
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
MESH_DAMAGED = Code(
    "mesh.damaged",
    _W,
    "Parts of a mesh are damaged and were left out.",
    "Export the mesh again, or repair it in a mesh editor.",
)
MESH_REPAIRED = Code(
    "mesh.repaired",
    _W,
    "A mesh file is damaged, but all of its triangles could be read.",
    "Write it anew with --mesh-format, or export the mesh again; other programs may refuse it.",
)
MESH_SUFFIX = Code(
    "mesh.suffix",
    _W,
    "A mesh file holds another format than its suffix says; it was read as what it holds.",
    "Rename the file, or write it anew with --mesh-format; other programs go by the suffix.",
)
MESH_UNSAFE = Code(
    "mesh.outside",
    _W,
    "A mesh's URI leaves its package, or names another machine; it was not opened.",
    "Put the file beside the robot, or name its folder with --root if you trust it.",
)
URI_SLASHES = Code(
    "mesh.uri-slashes",
    _W,
    "A URI has another number of slashes than two before its package; it was understood all the same.",
    "Write package://NAME/PATH: ROS finds nothing otherwise.",
)
URI_COLON = Code(
    "mesh.uri-colon",
    _W,
    "A URI begins with package:://, with a colon too many; it was understood all the same.",
    "Write package://NAME/PATH: most programs find nothing otherwise.",
)
URI_BACKSLASH = Code(
    "mesh.uri-backslash",
    _W,
    "A URI has backslashes, which are names on most systems; they were understood as slashes.",
    "Write slashes: they are right on Windows too.",
)
MESH_FORMAT = Code(
    "mesh.format",
    _W,
    "A mesh is in a format that cannot be read.",
    "Convert the mesh to STL, OBJ, COLLADA or glTF.",
)
MESH_NOT_EMBEDDED = Code(
    "mesh.not-embedded",
    _W,
    "A mesh could not be put into the output, because it could not be read; its URI was.",
    "Make the mesh readable first; the warning about it says why it is not.",
)
MESH_SURFACE_ONLY = Code(
    "mesh.surface-only",
    _N,
    "Of a mesh file only the surface is in the output; the appearance that it has of its own stays in the file.",
    "Keep the mesh file beside the output where its colours matter.",
)

MESH_LOST = Code(
    "mesh.lost",
    _W,
    "A mesh inside the source cannot be read, and the output has no way to refer to it.",
    "Mend the mesh in the source; the warning about it says what is wrong.",
    Fate.LOST,
)
FILE_OUTSIDE = Code(
    "mesh.stays-outside",
    _N,
    "A mesh or texture stays where it is, outside of the folders of the output; readers may refuse it.",
    "Bring it along with --meshes copy.",
)
FILE_LEFT_BEHIND = Code(
    "mesh.left-behind",
    _W,
    "A mesh refers to a file that could not be brought along, such as a texture.",
    "Put the file where the mesh says it is, under a plain name.",
)
MESH_PACKAGE = Code(
    "mesh.package-unmarked",
    _N,
    "The meshes were put into a folder that is called like the package, and is marked as none.",
    "Say where it is with --root or ROS_PACKAGE_PATH, or give it a package.xml.",
)
MESH_CONVERTED = Code(
    "mesh.converted",
    _N,
    "A mesh was written in another format.",
    "Leave out --mesh-format to keep the file as it is.",
)
MESH_APPEARANCE_LOST = Code(
    "mesh.appearance-lost",
    _W,
    "The colours or textures that a mesh file has of its own are not in the converted one.",
    "Keep the file, or choose --mesh-format dae, obj or glb: they keep the colours of COLLADA files.",
    Fate.LOST,
)
MESH_FLAT = Code(
    "mesh.flat",
    _N,
    "Normals and texture coordinates of meshes are not in the output: STL files have no room for them.",
    "Choose --mesh-format obj, glb or dae, which hold them.",
)
MESH_THICKENED = Code(
    "mesh.thickened",
    _N,
    "A mesh without volume was given a thickness, since the program that the output is for refuses flat meshes.",
    "Use a thin box in the source, or leave out --target.",
    Fate.APPROXIMATED,
)
SHAPE_AS_MESH = Code(
    "mesh.shape",
    _N,
    "The output has no word for a shape; a mesh of it was written.",
    "Keep the source if you need the exact shape.",
    Fate.APPROXIMATED,
)

# What only a look at the meshes shows
MESH_HUGE = Code(
    "mesh.huge",
    _W,
    "A mesh is a hundred times as large as the robot it belongs to.",
    'It is probably in millimetres: give it scale="0.001 0.001 0.001".',
)
MESH_TINY = Code(
    "mesh.tiny",
    _W,
    "A mesh is a thousandth as large as the robot it belongs to, or less.",
    "Correct its scale or its unit.",
)
MESH_INVERTED = Code(
    "mesh.inverted",
    _W,
    "A closed mesh is inside out: its triangles look inwards.",
    "Flip its faces in a mesh editor.",
)
MESH_MIXED = Code(
    "mesh.mixed-orientation",
    _W,
    "Some faces of a mesh look the other way than their neighbours; what is inside it is not clear.",
    "Make all faces look outwards in a mesh editor (Blender: Mesh > Normals > Recalculate Outside).",
)
MESH_DOUBLED = Code(
    "mesh.doubled-faces",
    _W,
    "A mesh has faces more than once.",
    "Remove the doubled faces in a mesh editor (Blender: Mesh > Clean Up > Merge by Distance).",
)
MESH_OPEN = Code(
    "mesh.open",
    _N,
    "A mesh is not closed: it has edges with one face only.",
    "Fill its holes in a mesh editor if it stands for a solid part.",
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
    "A mesh lies far away from its link.",
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
    "The centre of mass of a link lies far outside of its shapes.",
    "Give the centre of mass in the link's frame, in metres.",
)
