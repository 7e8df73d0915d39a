import { Box, Button, Flex, Text } from "@chakra-ui/react";
import type { KeyboardEvent } from "react";
import { useMemo, useState } from "react";
import { changesText } from "../changes/words.ts";
import { HiddenMarks } from "../kit/hidden-marks.tsx";
import type { DiffRow, ShownDiff } from "./diff-rows.ts";
import { rowsOf } from "./diff-rows.ts";

/** Lines that are drawn at first, and with each press of the button. */
const step = 300;

const signs = { added: "+", removed: "−", same: "" } as const;
const colors = { added: "bg.done", removed: "bg.failed", same: "transparent" } as const;

/** The lines of a change; F7 and Shift+F7 go from part to part. */
export function DiffLines({ diff }: { readonly diff: ShownDiff }) {
	const text = changesText.diff;
	const rows = useMemo(() => rowsOf(diff), [diff]);
	const [shown, setShown] = useState(step);
	if (diff.isBinary === true) return <Told>{text.binary}</Told>;
	if (rows.length === 0) return <Told>{text.nothing}</Told>;
	const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
		if (event.key !== "F7") return;
		event.preventDefault();
		const parts = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-part]")];
		const at = document.activeElement instanceof HTMLElement ? parts.indexOf(document.activeElement) : -1;
		const next = event.shiftKey ? (at === -1 ? parts.length - 1 : at - 1) : at + 1;
		parts[Math.min(Math.max(next, 0), parts.length - 1)]?.focus();
	};
	return (
		<Box onKeyDown={onKeyDown}>
			<Box
				role="table"
				aria-label={text.lines(diff.path)}
				title={text.hunk}
				fontFamily="mono"
				textStyle="small"
				overflowWrap="anywhere"
				tabIndex={0}
			>
				{rows.slice(0, shown).map((row, index) => (
					<Row key={`${index + 1}`} row={row} />
				))}
			</Box>
			{rows.length > shown ? (
				<Button size="xs" variant="ghost" w="full" onClick={() => setShown(shown + step)}>
					{text.more(rows.length - shown)}
				</Button>
			) : null}
			{diff.isCut === true ? <Told>{text.cut}</Told> : null}
		</Box>
	);
}

function Row({ row }: { readonly row: DiffRow }) {
	if (row.kind === "hunk")
		return (
			<Box
				role="row"
				data-part
				tabIndex={-1}
				px="2"
				py="0.5"
				bg="bg.sunken"
				color="fg.quiet"
				_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing" }}
			>
				<Text role="cell">{row.text}</Text>
			</Box>
		);
	if (row.kind === "note")
		return (
			<Box role="row" px="2" color="fg.quiet" fontStyle="italic">
				<Text role="cell">{row.text}</Text>
			</Box>
		);
	const { kind, line } = row;
	const label = line === null ? undefined : changesText.diff[kind](line);
	return (
		<Flex role="row" bg={colors[kind]}>
			<Text
				role="rowheader"
				aria-label={label}
				w="9"
				pe="1"
				flexShrink="0"
				textAlign="end"
				color="fg.quiet"
				userSelect="none"
				fontVariantNumeric="tabular-nums"
			>
				{line ?? ""}
			</Text>
			<Text
				role="cell"
				aria-hidden
				w="3.5"
				flexShrink="0"
				textAlign="center"
				userSelect="none"
				color={kind === "added" ? "status.completed" : "status.failed"}
				fontWeight="semibold"
			>
				{signs[kind]}
			</Text>
			<Text role="cell" dir="ltr" flex="1" minW="0" pe="2" whiteSpace="pre-wrap">
				<HiddenMarks>{row.text}</HiddenMarks>
			</Text>
		</Flex>
	);
}

function Told({ children }: { readonly children: string }) {
	return (
		<Text px="2" py="2" textStyle="small" color="fg.quiet">
			{children}
		</Text>
	);
}
