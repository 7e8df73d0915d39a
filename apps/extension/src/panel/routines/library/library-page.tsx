import { Badge, Button, Checkbox, HStack, Input, InputGroup, Stack, Text } from "@chakra-ui/react";
import type { Routine } from "@webhand/contracts/routine/routine";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import { useEffect, useRef, useState } from "react";
import { ListIcon, RecordIcon, SearchIcon } from "../../../kit/icons.tsx";
import { useRows } from "../../../kit/load/queries.ts";
import { routineText } from "../../../kit/routines/words.ts";
import { Empty } from "../../../kit/states.tsx";
import { ageOf } from "../../chats/sessions.ts";
import { ListRow, RowList } from "../../kit/list-row.tsx";
import { MoreRows } from "../../kit/more-rows.tsx";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead, Part } from "../kit/page-head.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import { LastRuns } from "./last-runs.tsx";

const typingMs = 300;

/** The routines that a person may run, and the runs of late. */
export function LibraryPage({ bench }: { readonly bench: RoutinesBench }) {
	const text = routinesText.library;
	const { api, host, go, me, isShown, onRecord } = bench;
	const [typed, setTyped] = useState("");
	const [q, setQ] = useState("");
	const [isHereOnly, setIsHereOnly] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setQ(typed.trim()), typingMs);
		return () => clearTimeout(timer);
	}, [typed]);
	const site = isHereOnly && host !== "" ? host : undefined;
	const query = { owner: "own_or_shared" as const, ...(q === "" ? {} : { q }), ...(site === undefined ? {} : { site }) };
	const pages = useRows(api, { route: routinesRoute, list: "routines", input: { query } });
	const { retry } = pages.loaded;
	const wasShown = useRef(isShown);
	// Hidden, the library stays as it was; a routine may have been saved in the chat meanwhile.
	useEffect(() => {
		if (isShown && !wasShown.current) retry();
		wasShown.current = isShown;
	}, [isShown, retry]);
	const isNarrowed = q !== "" || site !== undefined;
	return (
		<>
			<PageHead title={routinesText.title}>
				<HStack gap="1.5" wrap="wrap">
					{onRecord === undefined ? null : (
						<Button size="2xs" h="7" variant="outline" borderColor="line.strong" onClick={onRecord}>
							<RecordIcon boxSize="3.5" />
							{text.record}
						</Button>
					)}
					{host === "" ? null : (
						<Button size="2xs" h="7" variant="outline" borderColor="line.strong" onClick={() => go({ kind: "read" })}>
							<ListIcon boxSize="3.5" />
							{routinesText.read.open}
						</Button>
					)}
				</HStack>
			</PageHead>
			<Stack gap="1.5" px="gutter" pb="2">
				<InputGroup startElement={<SearchIcon color="fg.quiet" />}>
					<Input
						type="search"
						size="sm"
						borderColor="line.strong"
						aria-label={routineText.search}
						placeholder={routineText.search}
						_placeholder={{ color: "fg.quiet" }}
						maxLength={100}
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
					/>
				</InputGroup>
				{host === "" ? null : <Narrowing label={text.hereOnly(host)} isOn={isHereOnly} onChange={setIsHereOnly} />}
			</Stack>
			<PanelLoad loaded={pages.loaded} sentenceOf={routineSentence}>
				{({ rows }) => (
					<>
						{rows.length > 0 ? null : isNarrowed ? (
							<Empty title={text.nothingFound} hint={text.nothingFoundHint} />
						) : (
							<Empty title={text.empty} hint={text.emptyHint}>
								{onRecord === undefined ? (
									<Text textStyle="small" color="fg.quiet">
										{text.recordElsewhere}
									</Text>
								) : (
									<Button size="sm" mt="2" colorPalette="brand" onClick={onRecord}>
										<RecordIcon />
										{text.record}
									</Button>
								)}
							</Empty>
						)}
						<Group title={text.yours} bench={bench} routines={rows.filter(({ ownerId }) => ownerId === me)} />
						<Group title={text.sharedWithYou} bench={bench} routines={rows.filter(({ ownerId }) => ownerId !== me)} />
						<MoreRows pages={pages} sentenceOf={routineSentence} />
						{isNarrowed ? null : <LastRuns bench={bench} title={text.recent} />}
					</>
				)}
			</PanelLoad>
		</>
	);
}

type GroupProps = { readonly title: string; readonly bench: RoutinesBench; readonly routines: readonly Routine[] };

/** The routines of one kind of owner; nothing where there is none. */
function Group({ title, bench: { now, go }, routines }: GroupProps) {
	if (routines.length === 0) return null;
	return (
		<Part title={title} isList>
			<RowList label={title}>
				{routines.map((routine) => (
					<RoutineRow key={routine.id} routine={routine} now={now} onOpen={() => go({ kind: "routine", id: routine.id })} />
				))}
			</RowList>
		</Part>
	);
}

type NarrowingProps = { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void };

function Narrowing({ label, isOn, onChange }: NarrowingProps) {
	return (
		<Checkbox.Root size="sm" checked={isOn} onCheckedChange={({ checked }) => onChange(checked === true)}>
			<Checkbox.HiddenInput />
			<Checkbox.Control borderColor="line.strong" />
			<Checkbox.Label overflowWrap="anywhere">{label}</Checkbox.Label>
		</Checkbox.Root>
	);
}

type RowProps = { readonly routine: Routine; readonly now: number; readonly onOpen: () => void };

function RoutineRow({ routine, now, onOpen }: RowProps) {
	const text = routinesText.library;
	const { name, description, inputs, stepCount, hasChecks, isShared, lastRunAt, proposed } = routine;
	const facts = [
		routineText.steps(stepCount),
		routineText.inputs(inputs.length),
		hasChecks ? routineText.checks.yes : routineText.checks.no,
		isShared ? text.shared : "",
		lastRunAt === undefined ? "" : text.lastRun(ageOf(Date.parse(lastRunAt), now)).replaceAll(" ", "\u00a0"),
	].filter((fact) => fact !== "");
	return (
		<ListRow
			title={name}
			facts={
				<>
					{description === "" ? null : (
						<Text as="span" flex="1 1 100%" color="fg" lineClamp="2" overflowWrap="anywhere" dir="auto">
							{description}
						</Text>
					)}
					<Text as="span">{facts.join(" · ")}</Text>
				</>
			}
			onOpen={onOpen}
		>
			{proposed === undefined ? null : (
				<Badge size="xs" variant="surface" colorPalette="yellow" mt="1">
					{text.proposed}
				</Badge>
			)}
		</ListRow>
	);
}
