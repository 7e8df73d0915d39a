import { createIcon } from "@chakra-ui/react";

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round" } as const;

const line = (displayName: string, d: string) =>
	createIcon({ displayName, viewBox: "0 0 24 24", path: <path {...stroke} d={d} />, defaultProps: { "aria-hidden": true, boxSize: "4" } });

/** Decorative icons; the word beside each carries the meaning. */
export const CheckIcon = line("CheckIcon", "M4 12.5l5 5L20 6.5");
export const CircleIcon = line("CircleIcon", "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z");
export const SkipIcon = line("SkipIcon", "M5 6l6 6-6 6M13 6l6 6-6 6");
export const CrossIcon = line("CrossIcon", "M6 6l12 12M18 6L6 18");
export const QuestionIcon = line(
	"QuestionIcon",
	"M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.7 9.6a2.4 2.4 0 1 1 3.4 2.2c-.7.4-1.1.9-1.1 1.7M12 16.5h.01",
);
export const ChevronIcon = line("ChevronIcon", "M6 9l6 6 6-6");
export const StopIcon = line("StopIcon", "M6 6h12v12H6z");
export const PulseIcon = createIcon({
	displayName: "PulseIcon",
	viewBox: "0 0 24 24",
	path: <circle cx="12" cy="12" r="7" fill="currentColor" />,
	defaultProps: { "aria-hidden": true, boxSize: "4" },
});
export const PauseIcon = line("PauseIcon", "M8 5v14M16 5v14");
export const PlayIcon = line("PlayIcon", "M7 5l12 7-12 7z");
export const HandIcon = line(
	"HandIcon",
	"M7 12V6a1.5 1.5 0 0 1 3 0v5m0-6.5a1.5 1.5 0 0 1 3 0V11m0-4.5a1.5 1.5 0 0 1 3 0V13m0-3a1.5 1.5 0 0 1 3 0v5a6 6 0 0 1-6 6h-1.5a6 6 0 0 1-4.7-2.3L4 15.5a1.6 1.6 0 0 1 2.4-2L7 14",
);
export const GearIcon = line(
	"GearIcon",
	"M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM19 12l2-1.5-2-3.5-2.4.9a7 7 0 0 0-1.9-1.1L14.3 4h-4l-.4 2.8A7 7 0 0 0 8 7.9L5.6 7l-2 3.5L5.6 12l-2 1.5 2 3.5L8 16.1a7 7 0 0 0 1.9 1.1l.4 2.8h4l.4-2.8a7 7 0 0 0 1.9-1.1l2.4.9 2-3.5z",
);
export const ListIcon = line("ListIcon", "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01");
export const HostIcon = line("HostIcon", "M4 5h16v6H4zM4 13h16v6H4zM8 8h.01M8 16h.01");
export const WarningIcon = line("WarningIcon", "M12 4l9 16H3zM12 10v4M12 17h.01");
export const ClipIcon = line("ClipIcon", "M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.5 3.5 0 0 1 5 5l-8.5 8.5a2 2 0 0 1-3-3L14 7");
export const HistoryIcon = line("HistoryIcon", "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5M12 8v4.5l3 1.8");
export const ClockIcon = line("ClockIcon", "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 7.5V12l3 2");
export const PlusIcon = line("PlusIcon", "M12 5v14M5 12h14");
export const SearchIcon = line("SearchIcon", "M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l4.5 4.5");
export const PencilIcon = line("PencilIcon", "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3");
export const TrashIcon = line("TrashIcon", "M5 7h14M9.5 7V4.5h5V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5");
export const ArchiveIcon = line("ArchiveIcon", "M4 5h16v4H4zM5.5 9v10h13V9M10 13h4");
export const MoreIcon = line("MoreIcon", "M5 12h.01M12 12h.01M19 12h.01");
export const ShieldIcon = line("ShieldIcon", "M12 3.5l7 2.5v5.5c0 4.2-2.9 7.3-7 9-4.1-1.7-7-4.8-7-9V6z");
export const BoltIcon = line("BoltIcon", "M13 3L5 13.5h6L10 21l9-11h-6.5z");
export const SendIcon = line("SendIcon", "M12 19.5V5M6 11l6-6 6 6");
export const CopyIcon = line("CopyIcon", "M9 9h11v11H9zM5 15H4V4h11v1");
export const ExportIcon = line("ExportIcon", "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7");
export const RetryIcon = line("RetryIcon", "M20 12a8 8 0 1 1-2.4-5.7M20 4v4.5h-4.5");
export const RepeatIcon = line(
	"RepeatIcon",
	"M17 3l3 3-3 3M4 12V9.5A3.5 3.5 0 0 1 7.5 6H20M7 21l-3-3 3-3M20 12v2.5a3.5 3.5 0 0 1-3.5 3.5H4",
);
export const SignOutIcon = line("SignOutIcon", "M14 4H5v16h9M10 12h10M16 8l4 4-4 4");
export const DownIcon = line("DownIcon", "M12 5v14M6 13l6 6 6-6");
export const ImportIcon = line("ImportIcon", "M12 4v11M7.5 10.5L12 15l4.5-4.5M4.5 15v5h15v-5");
export const PasswordIcon = line("PasswordIcon", "M3.5 7.5h17v9h-17zM8 12h.01M12 12h.01M16 12h.01");

export const FolderIcon = line("FolderIcon", "M3.5 6h6l2 2.5h9V19h-17z");
export const FileIcon = line("FileIcon", "M6 3.5h8l4 4V20.5H6zM14 3.5v4h4");
export const LinkIcon = line(
	"LinkIcon",
	"M10 14a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1",
);
export const BranchIcon = line(
	"BranchIcon",
	"M7 5v14M7 15c6 0 10-2 10-8M17 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 21a2 2 0 1 0 0-4M7 5a2 2 0 1 0 0-2",
);
export const BackIcon = line("BackIcon", "M15 5l-7 7 7 7");
export const SlidersIcon = line("SlidersIcon", "M4 8h9M17 8h3M4 16h3M11 16h9M15 6v4M9 14v4");
export const HomeIcon = line("HomeIcon", "M4 11l8-7 8 7M6 9.5V20h12V9.5M10 20v-6h4v6");
export const BuildingIcon = line("BuildingIcon", "M5 20.5V4h9v16.5M14 9h5v11.5M3.5 20.5h17M8.5 8h2M8.5 12h2M8.5 16h2");
export const PeopleIcon = line(
	"PeopleIcon",
	"M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.5a3.2 3.2 0 0 1 0 6M17.5 14.5A5.5 5.5 0 0 1 21 20",
);
export const MailIcon = line("MailIcon", "M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5");
export const KeyIcon = line("KeyIcon", "M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM11 13l8-8M16 8l3 3M13.5 10.5l2 2");
export const GlobeIcon = line(
	"GlobeIcon",
	"M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM3.5 12h17M12 3.5c5 5.5 5 11.5 0 17M12 3.5c-5 5.5-5 11.5 0 17",
);
export const FilmIcon = line("FilmIcon", "M3.5 5h17v14h-17zM8 5v14M16 5v14M3.5 9.7H8M3.5 14.3H8M16 9.7h4.5M16 14.3h4.5");
export const ChartIcon = line("ChartIcon", "M4 20h16M7 20v-6M12 20V5M17 20v-9");
export const PlugIcon = line("PlugIcon", "M9 3.5V8M15 3.5V8M6.5 8h11v3.5a5.5 5.5 0 0 1-11 0zM12 17v3.5");
export const TerminalIcon = line("TerminalIcon", "M3.5 5h17v14h-17zM7 9l3 3-3 3M12.5 15H16");
export const StampIcon = line("StampIcon", "M9 13.5c1.2-2.2-.8-4-.8-6.2a3.8 3.8 0 0 1 7.6 0c0 2.2-2 4-.8 6.2h4v4H5v-4zM5 20.5h14");
export const RobotIcon = line("RobotIcon", "M5 9h14v10H5zM12 9V5M12 4.5h.01M9 13.5h.01M15 13.5h.01M10 16.5h4M2.5 12v4M21.5 12v4");
export const DoorIcon = line("DoorIcon", "M13 3.5h6v17h-6M4 12h10M10.5 8l4 4-4 4");
export const ScalesIcon = line("ScalesIcon", "M12 4v16M7 20h10M5 7h14M5 7l-2.5 6a2.8 2.8 0 0 0 5 0zM19 7l-2.5 6a2.8 2.8 0 0 0 5 0z");
export const BadgeIcon = line(
	"BadgeIcon",
	"M4 7.5h16v12H4zM10 7.5V4h4v3.5M8.5 14.5a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM6 17.2a2.6 2.6 0 0 1 5 0M14 12h3M14 15.5h3",
);
export const CityIcon = line("CityIcon", "M3.5 20.5V10h6v10.5M9.5 20.5V3.5h6v17M15.5 20.5V8h5v12.5M2.5 20.5h19M12.5 7.5h.01M12.5 11.5h.01");
export const GavelIcon = line("GavelIcon", "M13 3.5l6 6M10.5 6l6 6M16 6.5L8.5 14M12 10l-8 8 2 2 8-8M13 20.5h7.5");
export const StackIcon = line("StackIcon", "M12 3.5l8.5 4.5-8.5 4.5L3.5 8zM3.5 12l8.5 4.5 8.5-4.5M3.5 16l8.5 4.5 8.5-4.5");
export const LockIcon = line("LockIcon", "M5.5 11h13v9.5h-13zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11M12 14.8v2");

/** The brand: a pointer that works by itself. */
export const BrandMark = createIcon({
	displayName: "BrandMark",
	viewBox: "0 0 24 24",
	path: (
		<>
			<rect x="1" y="1" width="22" height="22" rx="6.5" fill="currentColor" />
			<path
				d="M8.2 6.6l10.1 4.5-4.2 1.5-1.7 4.3z"
				fill="var(--chakra-colors-brand-contrast)"
				stroke="var(--chakra-colors-brand-contrast)"
				strokeWidth="1.3"
				strokeLinejoin="round"
			/>
			<path
				d="M6.2 11.3v.01M6.9 15.3v.01M10.2 17.9v.01"
				stroke="var(--chakra-colors-brand-contrast)"
				strokeWidth="1.7"
				strokeLinecap="round"
			/>
		</>
	),
	defaultProps: { "aria-hidden": true, boxSize: "7", color: "brand.solid" },
});
export const RecordIcon = createIcon({
	displayName: "RecordIcon",
	viewBox: "0 0 24 24",
	path: (
		<>
			<circle cx="12" cy="12" r="9" {...stroke} />
			<circle cx="12" cy="12" r="4" fill="currentColor" />
		</>
	),
	defaultProps: { "aria-hidden": true, boxSize: "4" },
});
