import { Box, Grid, Stack, Text } from "@chakra-ui/react";
import type { VersionDiff } from "@webhand/contracts/routine/routine";
import { Words } from "../words/quoted-words.tsx";
import { runText } from "./words.ts";

type Row = VersionDiff["rows"][number];

type Props = {
	readonly rows: readonly Row[];
	/** What the two sides are called. */
	readonly titles?: { readonly before: string; readonly after: string };
	/** Steps that stand in both are shown too. */
	readonly hasSame?: boolean;
};

const text = runText.diff;

/** Two versions, step by step: old and new side by side, or below each other where it is narrow. */
export function DiffRows({ rows, titles = text, hasSame = true }: Props) {
	const shown = hasSame ? rows : rows.filter(({ kind }) => kind !== "same");
	const left = rows.length - shown.length;
	return (
		<Stack gap="2">
			<Grid templateColumns={{ base: "1fr", md: "1fr 1fr" }} gap="2" hideBelow="md" textStyle="small" color="fg.quiet" aria-hidden>
				<Text>{titles.before}</Text>
				<Text>{titles.after}</Text>
			</Grid>
			<Stack as="ol" listStyleType="none" gap="2">
				{shown.map((row, index) => (
					<DiffRow key={`${index + 1}`} row={row} titles={titles} />
				))}
			</Stack>
			{left === 0 ? null : (
				<Text textStyle="small" color="fg.quiet">
					{text.unchanged(left)}
				</Text>
			)}
		</Stack>
	);
}

function DiffRow({ row: { kind, before, after }, titles }: { readonly row: Row; readonly titles: NonNullable<Props["titles"]> }) {
	if (kind === "same")
		return (
			<Box as="li" color="fg.quiet" px="3" overflowWrap="anywhere">
				<Words>{after ?? before ?? ""}</Words>
			</Box>
		);
	return (
		<Grid as="li" aria-label={text[kind]} templateColumns={{ base: "1fr", md: "1fr 1fr" }} gap="2">
			<Side title={after === undefined ? text.removed : titles.before} words={before} empty={text.added} look="removed" />
			<Side title={before === undefined ? text.added : titles.after} words={after} empty={text.removed} look="added" />
		</Grid>
	);
}

const looks = { removed: { bg: "bg.failed", borderColor: "line.failed" }, added: { bg: "bg.done", borderColor: "line.done" } } as const;

type SideProps = {
	/** Stands above the words where the sides are below each other. */
	readonly title: string;
	readonly words: string | undefined;
	/** Why it has no words; told only where it stands beside the other one. */
	readonly empty: string;
	readonly look: keyof typeof looks;
};

function Side({ title, words, empty, look }: SideProps) {
	const isEmpty = words === undefined;
	return (
		<Box
			px="3"
			py="1.5"
			borderWidth="1px"
			borderRadius="md"
			borderStyle={isEmpty ? "dashed" : "solid"}
			{...(isEmpty ? { borderColor: "line.strong", hideBelow: "md" } : looks[look])}
			minW="0"
		>
			<Text textStyle="small" color={isEmpty ? "fg.quiet" : "fg"} {...(isEmpty ? {} : { hideFrom: "md" })}>
				{isEmpty ? empty : title}
			</Text>
			{isEmpty ? null : (
				<Text overflowWrap="anywhere" dir="auto">
					<Words>{words}</Words>
				</Text>
			)}
		</Box>
	);
}
