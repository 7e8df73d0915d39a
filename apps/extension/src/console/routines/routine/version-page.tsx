import { Button, Flex, HStack, Link, Stack, Text } from "@chakra-ui/react";
import { routineRoute, versionDiffRoute, versionRoute, versionsRoute } from "@webhand/contracts/routine/routine";
import { useState } from "react";
import { SelectField } from "../../../kit/form/select-field.tsx";
import { TickField } from "../../../kit/form/tick-field.tsx";
import { useLoaded } from "../../../kit/load/queries.ts";
import { DiffRows } from "../../../kit/routines/diff-rows.tsx";
import { SentenceList } from "../../../kit/routines/sentence-list.tsx";
import { routineText } from "../../../kit/routines/words.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { useNames } from "../../org/use-names.ts";
import { decideChanges } from "../kit/decide-change.ts";
import { originInWords } from "../kit/origin.ts";
import { routinePath, versionPath } from "../kit/paths.ts";
import type { RoutineProps } from "../kit/routine-props.ts";
import { routinesText } from "../words.ts";

type Props = RoutineProps & { readonly number: number };

const text = routinesText.version;
const mostOffered = 100;

/** A version beside another one, by default the current one, and what may be decided about it. */
export function VersionPage({ api, id, number, place, go, signIn, leave }: Props) {
	const nameOf = useNames({ api, signIn });
	const changing = useChange();
	const [hasSame, setHasSame] = useState(true);
	const asked = place.query["from"] ?? "";
	const loaded = useLoaded(["version", id, number, asked], async (signal) => {
		const params = { routineId: id };
		const [{ routine }, { version }, { versions }] = await Promise.all([
			api.call(routineRoute, { params, signal }),
			api.call(versionRoute, { params: { ...params, number }, signal }),
			api.call(versionsRoute, { params, query: { limit: mostOffered }, signal }),
		]);
		const others = versions.filter((each) => each.number !== number);
		const from = otherOf(asked, { number, current: routine.version, others: others.map((each) => each.number) });
		if (from === null) return { routine, version, others, diff: null };
		const { diff } = await api.call(versionDiffRoute, { params: { ...params, number }, query: { from }, signal });
		return { routine, version, others, diff };
	});
	const name = loaded.value?.routine.name ?? routinesText.title;
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${routinePath(id)}`} color="brand.fg">
					‹ {text.back(name)}
				</Link>
			</Flex>
			<PageTitle title={loaded.value === null ? name : text.title(name, number)} />
			<LoadView loaded={loaded} refusals={routinesText.refusals}>
				{({ routine, version, others, diff }) => {
					const decisions = routine.canEdit ? decideChanges(api, { id, version, onDecided: () => undefined }) : [];
					return (
						<Stack gap="5">
							<Text>{text.lead[version.state]}</Text>
							<FactList
								facts={[
									{ name: routinesText.versions.columns.state, value: routinesText.versions.states[version.state] },
									{ name: routinesText.versions.columns.origin, value: originInWords(version.origin) },
									{ name: routinesText.versions.columns.by, value: nameOf(version.createdBy) },
									{ name: routinesText.versions.columns.made, value: formatTime(version.createdAt) },
								]}
							/>
							{decisions.length === 0 ? null : (
								<HStack wrap="wrap" gap="2">
									{decisions.map(({ label, act, ...change }, index) => (
										<Button
											key={label}
											size="sm"
											{...(index === 0 ? { colorPalette: "brand" } : { variant: "outline" })}
											onClick={() =>
												changing.ask({
													...change,
													act: async () => {
														const sentence = await act();
														leave(routinePath(id), sentence);
														return sentence;
													},
												})
											}
										>
											{label}
										</Button>
									))}
								</HStack>
							)}
							{routine.canEdit || version.state !== "proposed" ? null : <Text color="fg.quiet">{routinesText.notYours}</Text>}
							<Card label={text.title(name, number)}>
								<Stack gap="4">
									{others.length === 0 ? null : (
										<Flex wrap="wrap" gap="4" align="flex-end">
											<SelectField
												width="14rem"
												label={text.compare}
												value={String(diff?.from ?? "")}
												options={others.map((other) => ({ value: String(other.number), label: text.side(other.number) }))}
												onChange={(from) => go(versionPath(id, number, Number(from)), { replace: true })}
											/>
											{diff === null || isSame(diff.rows) ? null : (
												<TickField label={text.onlyChanges} value={!hasSame} onChange={(isOn) => setHasSame(!isOn)} />
											)}
										</Flex>
									)}
									{diff === null || isSame(diff.rows) ? (
										<>
											<Text color="fg.quiet">{diff === null ? text.first : text.same}</Text>
											<SentenceList label={routineText.does} sentences={version.sentences} />
										</>
									) : (
										<DiffRows rows={diff.rows} hasSame={hasSame} titles={{ before: text.side(diff.from), after: text.side(diff.to) }} />
									)}
								</Stack>
							</Card>
						</Stack>
					);
				}}
			</LoadView>
			{changing.dialog}
		</Stack>
	);
}

const isSame = (rows: readonly { readonly kind: string }[]) => rows.every(({ kind }) => kind === "same");

type Numbers = { readonly number: number; readonly current: number; readonly others: readonly number[] };

/** The version to compare with: the one of the address, else the current one, else the one before; null for none. */
function otherOf(asked: string, { number, current, others }: Numbers): number | null {
	const wanted = [Number(asked), current, number - 1, ...others];
	return wanted.find((each) => others.includes(each)) ?? null;
}
