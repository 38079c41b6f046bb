"""The scaffold of React mode, read as text, not built. `tests/acceptance/test_gallery.py` does."""

import json
import re
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from pytest_cookie.core.errors import GenerationError, UsageError
from pytest_cookie.generation.coding.packages import installed, kept_packages
from pytest_cookie.generation.react.scaffold import SCAFFOLD, Scaffold
from pytest_cookie.sandbox.job import Job
from pytest_cookie.sandbox.lock_file import check_origins, read_lock_file
from pytest_cookie.sandbox.project import needs_build, read_project

GALLERY = Path(__file__).parents[2] / "projects" / "gallery" / "src"
IMPORT = re.compile(r"""(?:from|import)\s+"([^"]+)";?$""", re.MULTILINE)
EXPORT = re.compile(r"^export (?:type )?\{([^}]*)\}", re.MULTILINE)

EXPORTED = {
    "accordion": "Accordion AccordionContent AccordionItem AccordionTrigger",
    "alert": "Alert AlertDescription AlertTitle",
    "alert-dialog": "AlertDialog AlertDialogAction AlertDialogCancel AlertDialogContent AlertDialogDescription "
    "AlertDialogFooter AlertDialogHeader AlertDialogOverlay AlertDialogPortal AlertDialogTitle AlertDialogTrigger",
    "aspect-ratio": "AspectRatio",
    "avatar": "Avatar AvatarFallback AvatarImage",
    "badge": "Badge badgeVariants",
    "breadcrumb": "Breadcrumb BreadcrumbEllipsis BreadcrumbItem BreadcrumbLink BreadcrumbList BreadcrumbPage "
    "BreadcrumbSeparator",
    "button": "Button buttonVariants",
    "button-group": "ButtonGroup ButtonGroupSeparator ButtonGroupText buttonGroupVariants",
    "calendar": "Calendar CalendarDayButton",
    "card": "Card CardAction CardContent CardDescription CardFooter CardHeader CardTitle",
    "carousel": "Carousel CarouselApi CarouselContent CarouselItem CarouselNext CarouselPrevious",
    "chart": "ChartConfig ChartContainer ChartLegend ChartLegendContent ChartStyle ChartTooltip ChartTooltipContent",
    "checkbox": "Checkbox",
    "collapsible": "Collapsible CollapsibleContent CollapsibleTrigger",
    "command": "Command CommandDialog CommandEmpty CommandGroup CommandInput CommandItem CommandList CommandSeparator "
    "CommandShortcut",
    "context-menu": "ContextMenu ContextMenuCheckboxItem ContextMenuContent ContextMenuGroup ContextMenuItem "
    "ContextMenuLabel ContextMenuPortal ContextMenuRadioGroup ContextMenuRadioItem ContextMenuSeparator "
    "ContextMenuShortcut ContextMenuSub ContextMenuSubContent ContextMenuSubTrigger ContextMenuTrigger",
    "dialog": "Dialog DialogClose DialogContent DialogDescription DialogFooter DialogHeader DialogOverlay DialogPortal "
    "DialogTitle DialogTrigger",
    "drawer": "Drawer DrawerClose DrawerContent DrawerDescription DrawerFooter DrawerHeader DrawerOverlay DrawerPortal "
    "DrawerTitle DrawerTrigger",
    "dropdown-menu": "DropdownMenu DropdownMenuCheckboxItem DropdownMenuContent DropdownMenuGroup DropdownMenuItem "
    "DropdownMenuLabel DropdownMenuPortal DropdownMenuRadioGroup DropdownMenuRadioItem DropdownMenuSeparator "
    "DropdownMenuShortcut DropdownMenuSub DropdownMenuSubContent DropdownMenuSubTrigger DropdownMenuTrigger",
    "empty": "Empty EmptyContent EmptyDescription EmptyHeader EmptyMedia EmptyTitle",
    "field": "Field FieldContent FieldDescription FieldError FieldGroup FieldLabel FieldLegend FieldSeparator FieldSet "
    "FieldTitle",
    "form": "Form FormControl FormDescription FormField FormItem FormLabel FormMessage useFormField",
    "hover-card": "HoverCard HoverCardContent HoverCardTrigger",
    "input": "Input",
    "input-group": "InputGroup InputGroupAddon InputGroupButton InputGroupInput InputGroupText InputGroupTextarea",
    "input-otp": "InputOTP InputOTPGroup InputOTPSeparator InputOTPSlot",
    "item": "Item ItemActions ItemContent ItemDescription ItemFooter ItemGroup ItemHeader ItemMedia ItemSeparator "
    "ItemTitle",
    "kbd": "Kbd KbdGroup",
    "label": "Label",
    "menubar": "Menubar MenubarCheckboxItem MenubarContent MenubarGroup MenubarItem MenubarLabel MenubarMenu "
    "MenubarPortal MenubarRadioGroup MenubarRadioItem MenubarSeparator MenubarShortcut MenubarSub MenubarSubContent "
    "MenubarSubTrigger MenubarTrigger",
    "native-select": "NativeSelect NativeSelectOptGroup NativeSelectOption",
    "navigation-menu": "NavigationMenu NavigationMenuContent NavigationMenuIndicator NavigationMenuItem "
    "NavigationMenuLink NavigationMenuList NavigationMenuTrigger NavigationMenuViewport navigationMenuTriggerStyle",
    "pagination": "Pagination PaginationContent PaginationEllipsis PaginationItem PaginationLink PaginationNext "
    "PaginationPrevious",
    "popover": "Popover PopoverAnchor PopoverContent PopoverTrigger",
    "progress": "Progress",
    "radio-group": "RadioGroup RadioGroupItem",
    "resizable": "ResizableHandle ResizablePanel ResizablePanelGroup",
    "scroll-area": "ScrollArea ScrollBar",
    "select": "Select SelectContent SelectGroup SelectItem SelectLabel SelectScrollDownButton SelectScrollUpButton "
    "SelectSeparator SelectTrigger SelectValue",
    "separator": "Separator",
    "sheet": "Sheet SheetClose SheetContent SheetDescription SheetFooter SheetHeader SheetTitle SheetTrigger",
    "sidebar": "Sidebar SidebarContent SidebarFooter SidebarGroup SidebarGroupAction SidebarGroupContent "
    "SidebarGroupLabel SidebarHeader SidebarInput SidebarInset SidebarMenu SidebarMenuAction SidebarMenuBadge "
    "SidebarMenuButton SidebarMenuItem SidebarMenuSkeleton SidebarMenuSub SidebarMenuSubButton SidebarMenuSubItem "
    "SidebarProvider SidebarRail SidebarSeparator SidebarTrigger useSidebar",
    "skeleton": "Skeleton",
    "slider": "Slider",
    "sonner": "Toaster",
    "spinner": "Spinner",
    "switch": "Switch",
    "table": "Table TableBody TableCaption TableCell TableFooter TableHead TableHeader TableRow",
    "tabs": "Tabs TabsContent TabsList TabsTrigger",
    "textarea": "Textarea",
    "toast": "Toast ToastAction ToastActionElement ToastClose ToastDescription ToastProps ToastProvider ToastTitle "
    "ToastViewport",
    "toaster": "Toaster",
    "toggle": "Toggle toggleVariants",
    "toggle-group": "ToggleGroup ToggleGroupItem",
    "tooltip": "Tooltip TooltipContent TooltipProvider TooltipTrigger",
}
"""What code of models imports, by component."""

ON = {
    "background": ("foreground", "muted-foreground", "primary", "destructive"),
    "card": ("card-foreground", "muted-foreground", "destructive"),
    "popover": ("popover-foreground", "muted-foreground"),
    "primary": ("primary-foreground",),
    "secondary": ("secondary-foreground",),
    "muted": ("foreground", "muted-foreground"),
    "accent": ("accent-foreground", "muted-foreground"),
    "destructive": ("destructive-foreground",),
    "sidebar": ("sidebar-foreground", "muted-foreground"),
    "sidebar-accent": ("sidebar-accent-foreground",),
    "sidebar-primary": ("sidebar-primary-foreground",),
}
"""Backgrounds, and the texts on them."""


def text_of(path: str) -> str:
    return (SCAFFOLD.folder / path).read_text(encoding="utf-8")


def test_a_component_has_the_parts_that_models_import(subtests):
    for name in EXPORTED:
        with subtests.test(repr(name)):
            (exported,) = [match[1] for match in [*EXPORT.finditer(text_of(f"src/components/ui/{name}.tsx"))][:1]]
            types = [match[1] for match in [*EXPORT.finditer(text_of(f"src/components/ui/{name}.tsx"))][1:]]
            names = {part.strip() for part in ",".join([exported, *types]).split(",")}
            assert set(EXPORTED[name].split()) <= names


def test_every_component_is_one_that_models_know():
    assert set(SCAFFOLD.components) == set(EXPORTED)


def test_the_gallery_shows_every_component():
    pages = [path.read_text(encoding="utf-8") for path in (*GALLERY.glob("gallery/*.tsx"), GALLERY / "App.tsx")]
    shown = {name for page in pages for name in re.findall(r'"@/components/ui/([\w-]+)"', page)}
    assert shown == set(SCAFFOLD.components)


def test_whatever_is_imported_is_there():
    declared = read_project(SCAFFOLD.folder).named
    missing = []
    for path in SCAFFOLD.paths:
        if not path.startswith("src/") or not path.endswith((".ts", ".tsx")):
            continue
        for name in IMPORT.findall(text_of(path)):
            if name.startswith(("@/", "./")):
                base = f"src/{name[2:]}" if name.startswith("@/") else str(Path(path).parent / name)
                there = any(f"{base}{ending}" in SCAFFOLD.paths for ending in ("", ".ts", ".tsx"))
            else:
                package = "/".join(name.split("/")[: 2 if name.startswith("@") else 1])
                there = package in declared
            if not there:
                missing.append(f"{path}: {name}")
    assert missing == []


def test_the_lock_file_fits_the_manifest_and_names_no_registry():
    project = read_project(SCAFFOLD.folder)
    lock = read_lock_file(project)
    assert lock is not None
    check_origins(project, lock)
    packages = json.loads(lock.text)["packages"]
    root = packages.pop("")
    assert {kind: root.get(kind) for kind in project.dependencies} == project.dependencies
    assert [name for name, entry in packages.items() if "resolved" in entry] == []
    assert [name for name, entry in packages.items() if entry.get("hasInstallScript")] == []
    # a bundled package is a part of the archive of its package
    unproven = [name for name, entry in packages.items() if not entry.get("integrity", "").startswith("sha512-")]
    assert all(packages[name].get("inBundle") for name in unproven)


def test_versions_are_exact():
    dependencies = read_project(SCAFFOLD.folder).dependencies
    loose = {n: v for kind in dependencies.values() for n, v in kind.items() if not re.fullmatch(r"\d+\.\d+\.\d+", v)}
    assert loose == {}


@pytest.mark.parametrize("theme", [":root", r"\.dark"])
def test_text_can_be_read_on_its_ground(theme: str):
    block = re.search(rf"^{theme} \{{(.*?)^\}}", text_of("src/index.css"), re.MULTILINE | re.DOTALL)
    assert block is not None
    colors = {
        name: luminance(float(lightness), float(chroma), float(hue))
        for name, lightness, chroma, hue in re.findall(r"--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);", block[1])
    }
    poor = {
        (ground, ink): round(ratio, 2)
        for ground, inks in ON.items()
        for ink in inks
        if (ratio := contrast(colors[ground], colors[ink])) < 4.5
    }
    assert poor == {}
    # boxes of fields and focus indicators contrast with their surroundings (WCAG 1.4.11)
    assert min(contrast(colors["background"], colors[name]) for name in ("input", "ring", "primary")) >= 3


def test_white_and_black_have_the_contrast_that_is_published():
    assert contrast(luminance(1, 0, 0), luminance(0, 0, 0)) == pytest.approx(21, abs=0.01)
    red = luminance(0.62796, 0.25768, 29.234)  # sRGB red, as CSS Color 4 gives it in OKLCH
    assert red == pytest.approx(0.2126, abs=0.001)


def luminance(lightness: float, chroma: float, hue: float) -> float:
    """Relative luminance of a colour in OKLCH, hue in degrees (CSS Color 4, WCAG 2)."""
    from math import cos, radians, sin

    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    rgb = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return sum(weight * min(1, max(0, part)) for weight, part in zip((0.2126, 0.7152, 0.0722), rgb, strict=True))


def contrast(one: float, other: float) -> float:
    return (max(one, other) + 0.05) / (min(one, other) + 0.05)


def test_it_is_laid_out_whole_and_can_be_built(tmp_path: Path):
    SCAFFOLD.lay_out(tmp_path / "project")
    laid = {p.relative_to(tmp_path / "project").as_posix() for p in (tmp_path / "project").rglob("*") if p.is_file()}
    assert laid == set(SCAFFOLD.paths)
    assert all((tmp_path / "project" / path).read_bytes() == (SCAFFOLD.folder / path).read_bytes() for path in laid)
    assert Scaffold(tmp_path / "project").digest == SCAFFOLD.digest
    assert needs_build(tmp_path / "project")
    project = read_project(tmp_path / "project")
    assert (project.tool, project.command) == ("vite", 'vite build --base=/ --outDir="$PWD/dist" --emptyOutDir')


def test_packages_are_added_by_another_manifest_and_lock_file(tmp_path: Path):
    manifest, lock = (json.loads(text_of(name)) for name in ("package.json", "package-lock.json"))
    manifest["dependencies"]["kites"] = lock["packages"][""]["dependencies"]["kites"] = "1.2.3"
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "package.json").write_text(json.dumps(manifest))
    (mine / "package-lock.json").write_text(json.dumps(lock))
    added = SCAFFOLD.with_packages(mine)
    assert (added.digest != SCAFFOLD.digest, added.paths) == (True, SCAFFOLD.paths)
    added.lay_out(tmp_path / "project")
    kept = kept_packages(tmp_path / "project")
    assert {name: version for name, version in kept.items() if name not in kept_packages(SCAFFOLD.folder)} == {
        "kites": "1.2.3"
    }
    assert installed(["kites", "kite"], kept).splitlines()[0] == "kites 1.2.3: is installed; import it"
    assert not added.may_write("package.json")


def test_packages_that_do_not_contain_the_scaffolds_are_refused(tmp_path: Path, subtests):
    whole = json.loads(text_of("package.json"))
    other = {**whole, "dependencies": {**whole["dependencies"], "react": "18.0.0"}}
    fewer = {**whole, "dependencies": {"kites": "1.2.3"}}
    rows = [("{", "is no project"), (json.dumps(other), "must have react"), (json.dumps(fewer), "must have @hookform")]
    for text, message in rows:
        with subtests.test(message):
            (tmp_path / "package.json").write_text(text)
            (tmp_path / "package-lock.json").write_text("{}")
            with pytest.raises(UsageError, match=message):
                SCAFFOLD.with_packages(tmp_path)
    (tmp_path / "package-lock.json").unlink()
    with pytest.raises(UsageError, match="has no package-lock"):
        SCAFFOLD.with_packages(tmp_path)


def test_another_file_makes_another_digest(tmp_path: Path):
    SCAFFOLD.lay_out(tmp_path)
    (tmp_path / "src/App.tsx").write_text("export default () => null\n")
    assert Scaffold(tmp_path).digest != SCAFFOLD.digest


def test_a_project_is_its_sources_alone(tmp_path: Path):
    SCAFFOLD.lay_out(tmp_path)
    (tmp_path / "node_modules/react").mkdir(parents=True)
    (tmp_path / "node_modules/react/index.js").write_text("1")
    packed = BytesIO()
    Job(tmp_path, "true").pack(packed)
    packed.seek(0)
    with tarfile.open(fileobj=packed) as archive:
        assert {member.name for member in archive} == set(SCAFFOLD.paths) == set(Scaffold(tmp_path).paths)
    assert sum((SCAFFOLD.folder / path).stat().st_size for path in SCAFFOLD.paths) < 500_000


def test_it_is_not_laid_over_anything(tmp_path: Path):
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(GenerationError, match="not empty"):
        SCAFFOLD.lay_out(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    with pytest.raises(GenerationError, match="cannot lay out"):
        SCAFFOLD.lay_out(tmp_path / "mine.txt" / "below")


def test_what_is_installed_and_how_it_is_built_is_not_the_models():
    for path in ("package.json", "package-lock.json", "tsconfig.json", "vite.config.ts"):
        assert path in SCAFFOLD.paths
        assert not SCAFFOLD.may_write(path), path
    for path in ("package.json", "./package.json", "src//../package.json", "PACKAGE.JSON", "vite.config.js", ".npmrc"):
        assert not SCAFFOLD.may_write(path), path
    for path in ("", ".", "/etc/passwd", "../x", "src/../../x", "..\\x", "node_modules/react/index.js", ".git/config"):
        assert not SCAFFOLD.may_write(path), path
    for path in ("src/App.tsx", "index.html", "src/components/ui/button.tsx", "public/a.svg", "src/package.json"):
        assert SCAFFOLD.may_write(path), path
