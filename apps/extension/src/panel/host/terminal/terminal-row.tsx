import { Box, Text } from "@chakra-ui/react";
import { memo } from "react";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import type { TerminalColor, TerminalSpan } from "./ansi-spans.ts";
import { spansOf } from "./ansi-spans.ts";
import type { TerminalLine } from "./terminal-text.ts";
import { terminalText } from "./words.ts";

const colors = {
	black: "terminal.black",
	red: "terminal.red",
	green: "terminal.green",
	yellow: "terminal.yellow",
	blue: "terminal.blue",
	magenta: "terminal.magenta",
	cyan: "terminal.cyan",
	white: "terminal.white",
} satisfies Record<TerminalColor, string>;

const behind = {
	black: "terminal.behind.black",
	red: "terminal.behind.red",
	green: "terminal.behind.green",
	yellow: "terminal.behind.yellow",
	blue: "terminal.behind.blue",
	magenta: "terminal.behind.magenta",
	cyan: "terminal.behind.cyan",
	white: "terminal.behind.white",
} satisfies Record<TerminalColor, string>;

type Props = Pick<TerminalLine, "text" | "style" | "source">;

/** A row of a terminal: text in its colours, with the characters marked that nobody would see. Nothing in it is markup. */
export const TerminalRow = memo(function TerminalRow({ text, style, source }: Props) {
	if (source === "note")
		return (
			<Text px="gutter" py="0.5" textStyle="small" color="fg.note" bg="bg.note">
				{text}
			</Text>
		);
	return (
		<Box
			dir="ltr"
			px="gutter"
			minH="1lh"
			fontFamily="mono"
			textStyle="small"
			whiteSpace="pre-wrap"
			overflowWrap="anywhere"
			borderStartWidth="2px"
			borderColor={source === "stderr" ? "line.failed" : "transparent"}
			title={source === "stderr" ? terminalText.errorLine : undefined}
		>
			{spansOf(text, style).map((span, index) => (
				<Span key={`${index + 1}`} span={span} />
			))}
		</Box>
	);
});

/** A colour behind the text takes the usual colour of text, so that any pair can be read. */
function Span({ span }: { readonly span: TerminalSpan }) {
	const { text, fg, bg, isBold, isDim, isItalic, isUnderlined } = span;
	if (fg === null && bg === null && !(isBold || isDim || isItalic || isUnderlined)) return <HiddenMarks>{text}</HiddenMarks>;
	const front = fg === null ? (isDim ? "fg.quiet" : undefined) : colors[fg];
	return (
		<Text
			as="span"
			color={bg === null ? front : undefined}
			bg={bg === null ? undefined : behind[bg]}
			fontWeight={isBold ? "bold" : undefined}
			fontStyle={isItalic ? "italic" : undefined}
			textDecoration={isUnderlined ? "underline" : undefined}
		>
			<HiddenMarks>{text}</HiddenMarks>
		</Text>
	);
}
