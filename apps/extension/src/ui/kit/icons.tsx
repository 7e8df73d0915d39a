import { createIcon } from "@chakra-ui/react";

const stroke = { fill: "none", stroke: "currentColor", strokeWidth: 2, strokeLinecap: "round", strokeLinejoin: "round" } as const;

const line = (displayName: string, d: string) =>
	createIcon({ displayName, viewBox: "0 0 24 24", path: <path {...stroke} d={d} />, defaultProps: { "aria-hidden": true, boxSize: "4" } });

/** Decorative icons; the word beside each carries the meaning. */
export const CheckIcon = line("CheckIcon", "M4 12.5l5 5L20 6.5");
export const CrossIcon = line("CrossIcon", "M6 6l12 12M18 6L6 18");
export const QuestionIcon = line("QuestionIcon", "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 18h.01");
export const ChevronIcon = line("ChevronIcon", "M6 9l6 6 6-6");
export const StopIcon = line("StopIcon", "M6 6h12v12H6z");
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
