import { Box, Button, HStack, Text } from "@chakra-ui/react";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { useState } from "react";
import { Words } from "../../../kit/words/quoted-words.tsx";
import { PermissionPrompt } from "../../ask/prompts.tsx";
import { askText } from "../../ask/words.ts";
import type { RoutinesBench } from "../kit/routines-props.ts";
import { routinesText } from "../words.ts";

/** What this browser does of a run now: its row and step, why it rests, or that it does nothing of it. */
export function PlayNow({ bench, run }: { readonly bench: RoutinesBench; readonly run: RoutineRun }) {
	const text = routinesText.run;
	const { plays, address, onPlay, onShowTab, onSite } = bench;
	const [refusal, setRefusal] = useState("");
	const play = plays.find(({ runId }) => runId === run.id);
	const goOn = () => void onPlay(run.id, { allowsSite: run.isOnce ? address : "" }).then(setRefusal);
	const isDue = run.state === "running" || run.state === "waiting";
	// Why the organization paused it stands above, with the button to go on.
	if (!isDue && (play === undefined || run.reason !== undefined)) return null;
	const site = play?.problem === null ? play.site : null;
	const needsYou = play?.needsUser === true && site === null ? text.needsYou : "";
	const isAsking = play === undefined || play.problem !== null || needsYou !== "";
	const told = refusal !== "" ? refusal : play === undefined ? text.notHere : (play.problem?.message ?? needsYou);
	return (
		<>
			{site === null ? null : (
				<PermissionPrompt
					title={askText.siteTitle(site)}
					reason={askText.siteText}
					isBusy={false}
					onGrant={(scope) => onSite(site, scope)}
					onDeny={() => onSite(site, "no")}
				/>
			)}
			<Box
				rounded="lg"
				borderWidth="1px"
				borderColor={isAsking ? "line.note" : "line.soft"}
				bg={isAsking ? "bg.note" : "bg.sunken"}
				color={isAsking ? "fg.note" : "fg"}
				px="2.5"
				py="2"
				textStyle="small"
			>
				<Box role="status" minW="0" _empty={{ display: "none" }}>
					{told === "" ? null : <Text overflowWrap="anywhere">{told}</Text>}
				</Box>
				<Box minW="0">
					{play === undefined || play.problem !== null ? null : (
						<>
							<Text fontWeight="semibold" overflowWrap="anywhere" lineClamp="2" dir="auto">
								{play.row === "" ? text.between : play.row}
							</Text>
							<Text overflowWrap="anywhere" _empty={{ display: "none" }}>
								{play.step === "" ? null : <Words>{play.step}</Words>}
							</Text>
						</>
					)}
				</Box>
				<HStack gap="1.5" mt="1.5" wrap="wrap">
					{play === undefined || play.problem !== null ? (
						<Button size="2xs" h="7" variant="outline" borderColor="line.strong" onClick={goOn}>
							{text.goOnHere}
						</Button>
					) : (
						<Button size="2xs" h="7" variant="outline" borderColor="line.strong" onClick={() => onShowTab(play.tabId)}>
							{text.showTab}
						</Button>
					)}
				</HStack>
			</Box>
		</>
	);
}
