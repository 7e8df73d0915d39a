import { Badge, Box, Button, Checkbox, HStack, Input, InputGroup, Stack, Text } from "@chakra-ui/react";
import type { Routine } from "@webhand/contracts/routine/routine";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import { runsRoute } from "@webhand/contracts/routine/run";
import { useEffect, useState } from "react";
import { SearchIcon } from "../../../kit/icons.tsx";
import { useReply, useRows } from "../../../kit/load/queries.ts";
import { Empty } from "../../../kit/states.tsx";
import { ageOf } from "../../chats/sessions.ts";
import { PanelLoad } from "../../kit/panel-load.tsx";
import { PageHead, Part } from "../kit/page-head.tsx";
import { RoutineProblem } from "../kit/routine-problem.tsx";
import { routineSentence } from "../kit/routine-sentence.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";
import { RunLine } from "./run-line.tsx";

const typingMs = 300;
const shownRuns = 5;

/** The routines that a person may run, and the runs of late. */
export function LibraryPage({ bench }: { readonly bench: RoutinesBench }) {
	const text = routinesText.library;
	const { api, host, go, now } = bench;
	const [typed, setTyped] = useState("");
	const [q, setQ] = useState("");
	const [isHereOnly, setIsHereOnly] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setQ(typed.trim()), typingMs);
		return () => clearTimeout(timer);
	}, [typed]);
	const site = isHereOnly && host !== "" ? host : undefined;
	const query = { ...(q === "" ? {} : { q }), ...(site === undefined ? {} : { site }) };
	const pages = useRows(api, { route: routinesRoute, list: "routines", input: { query } });
	const isNarrowed = q !== "" || site !== undefined;
	return (
		<>
			<PageHead title={routinesText.title} />
			<Stack gap="1.5" px="gutter" pb="2">
				<InputGroup startElement={<SearchIcon color="fg.quiet" />}>
					<Input
						type="search"
						size="sm"
						borderColor="line.strong"
						aria-label={text.search}
						placeholder={text.search}
						_placeholder={{ color: "fg.quiet" }}
						maxLength={100}
						value={typed}
						onChange={(event) => setTyped(event.target.value)}
					/>
				</InputGroup>
				{host === "" ? null : (
					<Checkbox.Root size="sm" checked={isHereOnly} onCheckedChange={({ checked }) => setIsHereOnly(checked === true)}>
						<Checkbox.HiddenInput />
						<Checkbox.Control borderColor="line.strong" />
						<Checkbox.Label overflowWrap="anywhere">{text.hereOnly(host)}</Checkbox.Label>
					</Checkbox.Root>
				)}
			</Stack>
			<PanelLoad loaded={pages.loaded} sentenceOf={routineSentence}>
				{({ rows, nextCursor }) => (
					<>
						{rows.length > 0 ? null : isNarrowed ? (
							<Empty title={text.nothingFound} hint={text.nothingFoundHint} />
						) : (
							<Empty title={text.empty} hint={text.emptyHint} />
						)}
						{rows.length === 0 ? null : (
							<Box role="list" aria-label={text.list} px="1.5">
								{rows.map((routine) => (
									<RoutineRow key={routine.id} routine={routine} now={now} onOpen={() => go({ kind: "routine", id: routine.id })} />
								))}
							</Box>
						)}
						<Box px="gutter">
							<RoutineProblem problem={pages.problem} onRetry={pages.more} />
							{nextCursor === null ? null : (
								<Button
									size="xs"
									variant="ghost"
									w="full"
									loading={pages.isLoadingMore}
									aria-label={routinesText.more}
									onClick={pages.more}
								>
									{routinesText.more}
								</Button>
							)}
						</Box>
						{isNarrowed ? null : <RecentRuns bench={bench} />}
					</>
				)}
			</PanelLoad>
		</>
	);
}

type RowProps = { readonly routine: Routine; readonly now: number; readonly onOpen: () => void };

function RoutineRow({ routine, now, onOpen }: RowProps) {
	const text = routinesText.library;
	const { name, description, inputs, stepCount, hasChecks, isShared, lastRunAt, proposed } = routine;
	const facts = [
		text.steps(stepCount),
		text.inputs(inputs.length),
		hasChecks ? text.checked : text.unchecked,
		isShared ? text.shared : "",
		lastRunAt === undefined ? "" : text.lastRun(ageOf(Date.parse(lastRunAt), now)),
	].filter((fact) => fact !== "");
	return (
		<HStack role="listitem" rounded="lg" _hover={{ bg: "bg.hover" }}>
			<Button
				variant="plain"
				flex="1"
				minW="0"
				h="auto"
				px="2"
				py="line"
				justifyContent="start"
				textAlign="start"
				fontWeight="normal"
				whiteSpace="normal"
				onClick={onOpen}
			>
				<Box as="span" flex="1" minW="0">
					<Text as="span" display="block" fontWeight="medium" lineClamp="2" overflowWrap="anywhere" dir="auto">
						{name}
					</Text>
					{description === "" ? null : (
						<Text as="span" display="block" textStyle="small" lineClamp="2" overflowWrap="anywhere" dir="auto">
							{description}
						</Text>
					)}
					<Text as="span" display="block" textStyle="small" color="fg.quiet" mt="0.5">
						{facts.join(" · ")}
					</Text>
					{proposed === undefined ? null : (
						<Badge size="xs" variant="surface" colorPalette="yellow" mt="1">
							{text.proposed}
						</Badge>
					)}
				</Box>
			</Button>
		</HStack>
	);
}

function RecentRuns({ bench }: { readonly bench: RoutinesBench }) {
	const { value } = useReply(bench.api, runsRoute, { query: { limit: shownRuns } });
	const runs = value?.runs ?? [];
	if (runs.length === 0) return null;
	return (
		<Part title={routinesText.library.recent}>
			<Box role="list" aria-label={routinesText.library.recent} mx="-2">
				{runs.map((run) => (
					<RunLine key={run.id} run={run} now={bench.now} isNamed onOpen={() => bench.go({ kind: "run", id: run.id })} />
				))}
			</Box>
		</Part>
	);
}
