import { Box, Button, Heading, Link, Stack } from "@chakra-ui/react";
import type { Routine, VersionState, VersionSummary } from "@webhand/contracts/routine/routine";
import { versionsRoute } from "@webhand/contracts/routine/routine";
import { usePages } from "../../../kit/load/queries.ts";
import { formatTime } from "../../../kit/words/format.ts";
import type { Changing } from "../../kit/form/use-change.tsx";
import type { Column } from "../../kit/list/data-table.tsx";
import { DataTable } from "../../kit/list/data-table.tsx";
import { PagedList } from "../../kit/list/paged-list.tsx";
import { PersonName } from "../../kit/list/person-name.tsx";
import { StateWord } from "../../kit/list/state-word.tsx";
import { useNames } from "../../org/use-names.ts";
import type { PageProps } from "../../page-props.ts";
import { decideChanges } from "../kit/decide-change.ts";
import { originInWords } from "../kit/origin.ts";
import { versionPath } from "../kit/paths.ts";
import { routinesText } from "../words.ts";

type Props = Pick<PageProps, "api" | "signIn"> & {
	readonly routine: Routine;
	readonly changing: Changing;
	readonly onDecided: () => void;
};

const text = routinesText.versions;
const tones = { current: "good", former: "off", proposed: "waiting", refused: "off" } as const satisfies Record<VersionState, string>;
const atOnce = 20;

/** The versions of a routine, newest first, with what may be decided about each. */
export function VersionList({ api, signIn, routine, changing, onDecided }: Props) {
	const { id, version: current, canEdit } = routine;
	const nameOf = useNames({ api, signIn });
	const list = usePages(["versions", id], async (cursor, signal) => {
		const query = { limit: atOnce, ...(cursor === undefined ? {} : { before: Number(cursor) }) };
		const { versions, nextBefore } = await api.call(versionsRoute, { params: { routineId: id }, query, signal });
		return { rows: versions, total: null, nextCursor: nextBefore === null ? null : String(nextBefore) };
	});
	const columns: readonly Column<VersionSummary>[] = [
		{
			key: "version",
			shown: ({ number }) => (
				<Link href={`#${versionPath(id, number, number === current ? undefined : current)}`} color="brand.fg">
					{text.number(number)}
				</Link>
			),
		},
		{ key: "state", shown: ({ state }) => <StateWord tone={tones[state]}>{text.states[state]}</StateWord> },
		{ key: "origin", shown: ({ origin }) => originInWords(origin) },
		{ key: "steps", isNumber: true, shown: ({ stepCount }) => stepCount },
		{ key: "by", shown: ({ createdBy }) => <PersonName id={createdBy} nameOf={nameOf} /> },
		{ key: "made", shown: ({ createdAt }) => <Box minW="5.5rem">{formatTime(createdAt)}</Box> },
	];
	const actionsOf = (version: VersionSummary) =>
		canEdit ? decideChanges(api, { id, version, onDecided }).map(({ label, ...change }) => changing.action(label, change)) : [];
	return (
		<Stack gap="3">
			<Heading as="h2" size="md">
				{text.title}
			</Heading>
			<PagedList list={list} text={{ refusals: routinesText.refusals }}>
				{(rows, more) => (
					<Stack gap="3">
						<DataTable
							text={text}
							columns={columns}
							rows={rows}
							keyOf={({ number }) => String(number)}
							actions={{ nameOf: ({ number }) => text.number(number), of: actionsOf }}
						/>
						{more === undefined ? null : (
							<Button alignSelf="start" size="xs" variant="outline" loading={more.isLoading} loadingText={text.more} onClick={more.onMore}>
								{text.more}
							</Button>
						)}
					</Stack>
				)}
			</PagedList>
		</Stack>
	);
}
