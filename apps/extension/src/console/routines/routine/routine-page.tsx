import { Alert, Box, Button, Flex, Heading, HStack, Link, Stack, Text } from "@chakra-ui/react";
import type { Routine, RoutineVersion } from "@webhand/contracts/routine/routine";
import { routineRoute } from "@webhand/contracts/routine/routine";
import { useState } from "react";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import { GrantDialog } from "../../../kit/mandates/grant-dialog.tsx";
import { mandateText } from "../../../kit/mandates/words.ts";
import { SentenceList } from "../../../kit/routines/sentence-list.tsx";
import { routineText } from "../../../kit/routines/words.ts";
import { formatTime } from "../../../kit/words/format.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { Told } from "../../kit/form/told.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { ProblemView } from "../../kit/load/problem-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { Quiet } from "../../kit/quiet.tsx";
import { useNames } from "../../org/use-names.ts";
import { newSchedulePath } from "../../schedules/schedule-props.ts";
import { textOfWords } from "../edit/program/words-text.ts";
import { deleteChange } from "../kit/delete-change.ts";
import { exportFile } from "../kit/export-file.ts";
import { inputFacts } from "../kit/input-facts.ts";
import { libraryPath, newTriggerPath, routinePath, versionPath } from "../kit/paths.ts";
import type { RoutineProps } from "../kit/routine-props.ts";
import { whoMayRun } from "../kit/who.ts";
import { RecentRuns } from "../runs/recent-runs.tsx";
import { routinesText as text } from "../words.ts";
import { DetailsForm } from "./details-form.tsx";
import { LoginBindings } from "./login-bindings.tsx";
import { VersionList } from "./version-list.tsx";

/** One routine: what it does in words, what it takes, who may run it, its versions and runs. */
export function RoutinePage(props: RoutineProps) {
	const { api, id, told, leave } = props;
	const loaded = useReply(api, routineRoute, { params: { routineId: id } });
	const { value, replace, retry } = loaded;
	const changing = useChange();
	const [exported, setExported] = useState("");
	const [granting, setGranting] = useState<"" | "open" | "granted">("");
	const exporting = useSubmit(async (routine: Routine) => setExported(await exportFile(api, routine)));
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${libraryPath}`} color="brand.fg">
					‹ {text.back}
				</Link>
			</Flex>
			<PageTitle title={value?.routine.name ?? text.title} lead={value?.routine.description ?? ""} />
			<Told>{granting === "granted" ? mandateText.granted : changing.told || exported || told}</Told>
			{exporting.problem === null ? null : <ProblemView problem={exporting.problem} />}
			<LoadView loaded={loaded} refusals={text.refusals}>
				{({ routine, version }) => (
					<Stack gap="6">
						{routine.proposed === undefined ? null : <Proposal routine={routine} number={routine.proposed} />}
						<Overview
							{...props}
							routine={routine}
							version={version}
							onGrant={() => setGranting("open")}
							onExport={() => void exporting.submit(routine)}
							isExporting={exporting.isBusy}
							onDelete={() => changing.ask(deleteChange(api, routine, () => leave(libraryPath, text.removed(routine.name))))}
						/>
						<Flex gap="5" direction={{ base: "column", lg: "row" }} align="stretch">
							<Box flex="3 1 0" minW="0">
								<Card label={routineText.does}>
									<Heading as="h2" size="md" mb="3">
										{routineText.does}
									</Heading>
									<SentenceList label={routineText.does} sentences={version.sentences} />
								</Card>
							</Box>
							<Box flex="2 1 0" minW="0">
								<Inputs routine={routine} />
							</Box>
						</Flex>
						{routine.canEdit ? (
							<DetailsForm key={routine.updatedAt} {...props} routine={routine} onSaved={(saved) => replace({ routine: saved, version })} />
						) : null}
						{routine.sites.length === 0 ? null : <LoginBindings api={api} routine={routine} />}
						<VersionList key={routine.version} {...props} routine={routine} changing={changing} onDecided={retry} />
						<RecentRuns {...props} />
					</Stack>
				)}
			</LoadView>
			{changing.dialog}
			{granting !== "open" || value === null ? null : (
				<GrantDialog
					api={api}
					routine={value.routine}
					now={Date.now()}
					onClose={() => setGranting("")}
					onGranted={() => setGranting("granted")}
				/>
			)}
		</Stack>
	);
}

function Proposal({ routine: { id, version }, number }: { readonly routine: Routine; readonly number: number }) {
	return (
		<Alert.Root status="warning" size="sm" rounded="lg">
			<Alert.Indicator aria-hidden />
			<Alert.Content>
				<Alert.Description>{text.proposal(number)}</Alert.Description>
			</Alert.Content>
			<Button asChild size="xs" variant="outline" borderColor="line.strong">
				<Link href={`#${versionPath(id, number, version)}`} color="fg">
					{text.proposalLook}
				</Link>
			</Button>
		</Alert.Root>
	);
}

type OverviewProps = RoutineProps & {
	readonly routine: Routine;
	readonly version: RoutineVersion;
	readonly isExporting: boolean;
	readonly onGrant: () => void;
	readonly onExport: () => void;
	readonly onDelete: () => void;
};

function Overview({ api, signIn, routine, version, isExporting, onGrant, onExport, onDelete }: OverviewProps) {
	const nameOf = useNames({ api, signIn });
	const { facts } = text;
	const { start } = version.program;
	return (
		<Card label={routine.name}>
			<Stack gap="4">
				<FactList
					facts={[
						{ name: facts.version, value: String(routine.version) },
						{ name: facts.who, value: whoMayRun(routine, { nameOf, me: signIn.user.id }) },
						{ name: facts.sites, value: routine.sites.join(", ") || text.noSites },
						{ name: facts.start, value: start === undefined ? text.openPage : textOfWords(start) },
						{ name: facts.checks, value: routine.hasChecks ? routineText.checks.yes : routineText.checks.no },
						{ name: facts.lastRun, value: routine.lastRunAt === undefined ? text.never : formatTime(routine.lastRunAt) },
					]}
				/>
				<Quiet>{routine.canEdit ? text.howToRun : `${text.howToRun} ${text.notYours}`}</Quiet>
				<HStack wrap="wrap" gap="2">
					{routine.canEdit ? (
						<Button asChild size="xs" colorPalette="brand">
							<Link href={`#${routinePath(routine.id, "edit")}`} color="brand.contrast" textDecoration="none">
								{text.edit}
							</Link>
						</Button>
					) : null}
					<Button size="xs" variant="outline" onClick={onGrant}>
						{mandateText.open}
					</Button>
					<Button asChild size="xs" variant="outline">
						<Link href={`#${newSchedulePath(routine.id)}`} color="fg" textDecoration="none">
							{text.byTheClock}
						</Link>
					</Button>
					<Button asChild size="xs" variant="outline">
						<Link href={`#${newTriggerPath(routine.id)}`} color="fg" textDecoration="none">
							{text.byWebhook}
						</Link>
					</Button>
					<Button size="xs" variant="outline" loading={isExporting} loadingText={text.exportFile} onClick={onExport}>
						{text.exportFile}
					</Button>
					{routine.canEdit ? (
						<Button size="xs" variant="outline" color="fg.error" onClick={onDelete}>
							{text.remove}
						</Button>
					) : null}
				</HStack>
			</Stack>
		</Card>
	);
}

function Inputs({ routine: { inputs } }: { readonly routine: Routine }) {
	return (
		<Card label={text.whatItTakes}>
			<Heading as="h2" size="md" mb="3">
				{text.whatItTakes}
			</Heading>
			{inputs.length === 0 ? <Text color="fg.quiet">{text.takesNothing}</Text> : null}
			<Stack as="ul" listStyleType="none" gap="2" aria-label={text.whatItTakes}>
				{inputs.map((input) => (
					<Box as="li" key={input.name} minW="0">
						<Text fontWeight="medium" overflowWrap="anywhere" dir="auto">
							{input.label}
						</Text>
						<Quiet>{inputFacts(input).join(" · ")}</Quiet>
					</Box>
				))}
			</Stack>
		</Card>
	);
}
