import { Alert, Badge, Box, Button, Heading, HStack, List, Stack, Text } from "@chakra-ui/react";
import type { ModelTest, ModelView } from "@webhand/contracts/agent/model";
import { useState } from "react";
import { AlertDialog } from "../../../kit/dialogs/alert-dialog.tsx";
import { formatTime } from "../../../kit/words/format.ts";
import { nameOf } from "../../../kit/words/model-name.ts";
import { Card } from "../../kit/card.tsx";
import { FactList } from "../../kit/fact-list.tsx";
import { modelText } from "./words.ts";

type Props = {
	readonly view: ModelView;
	readonly busy: "none" | "save" | "test" | "drop";
	readonly test: ModelTest | null;
	/** What was done; "" for nothing. */
	readonly told: string;
	readonly onTest: () => void;
	readonly onDrop: () => void;
};

/** Who decides now, whether it answers, and the way back to the installation's model. */
export function ModelNow({ view, busy, test, told, onTest, onDrop }: Props) {
	const text = modelText;
	const [isAsking, setIsAsking] = useState(false);
	const isOwn = view.source === "tenant";
	const isRules = view.provider === "rules";
	return (
		<Card label={text.now}>
			<Stack gap="4">
				<HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
					<Box>
						<Heading as="h2" size="lg" overflowWrap="anywhere">
							{nameOf(view)}
						</Heading>
						<HStack mt="1" wrap="wrap">
							<Badge>{text.source[view.source]}</Badge>
							{view.updatedAt === undefined ? null : <Text color="fg.quiet">{text.changedAt(formatTime(view.updatedAt))}</Text>}
						</HStack>
					</Box>
					<HStack wrap="wrap">
						<Button
							size="sm"
							variant="outline"
							loading={busy === "test"}
							loadingText={text.testing}
							disabled={busy !== "none"}
							onClick={onTest}
						>
							{text.test}
						</Button>
						{isOwn ? (
							<Button size="sm" variant="outline" loading={busy === "drop"} disabled={busy !== "none"} onClick={() => setIsAsking(true)}>
								{text.drop}
							</Button>
						) : null}
					</HStack>
				</HStack>
				{isRules ? (
					<Text>{text.rulesNote}</Text>
				) : (
					<FactList
						facts={[
							...(view.baseUrl === undefined ? [] : [{ name: text.facts.address, value: view.baseUrl }]),
							{ name: text.facts.key, value: view.hasKey ? text.stored : text.none },
							...(view.hasCa ? [{ name: text.facts.certificate, value: text.stored }] : []),
							...(view.contextTokens === undefined ? [] : [{ name: text.facts.context, value: text.tokens(view.contextTokens) }]),
							...(view.maxOutputTokens === undefined ? [] : [{ name: text.facts.answer, value: text.tokens(view.maxOutputTokens) }]),
							...(view.temperature === undefined ? [] : [{ name: text.facts.temperature, value: String(view.temperature) }]),
							...(view.effort === undefined ? [] : [{ name: text.facts.effort, value: text.efforts[view.effort] }]),
							...(view.rulesFirst === false ? [{ name: text.facts.literal, value: text.modelAlone }] : []),
							...(view.vision === true ? [{ name: text.facts.pictures, value: text.sees }] : []),
						]}
					/>
				)}
				<Box role="status" _empty={{ mt: "-4" }}>
					{test === null ? null : (
						<Alert.Root status={statusOf(test)} size="sm">
							<Alert.Indicator aria-hidden />
							<Alert.Description>{test.ok ? foundIn(test).join(" ") : text.testFailed(test.ms, reasonOf(test))}</Alert.Description>
						</Alert.Root>
					)}
					{told === "" ? null : (
						<Alert.Root status="success" size="sm">
							<Alert.Indicator aria-hidden />
							<Alert.Description>{told}</Alert.Description>
						</Alert.Root>
					)}
				</Box>
			</Stack>
			<AlertDialog
				isOpen={isAsking}
				title={text.dropTitle}
				decline={{ label: text.dropCancel, onChoose: () => setIsAsking(false) }}
				confirm={{
					label: text.dropConfirm,
					palette: "red",
					onChoose: () => {
						setIsAsking(false);
						onDrop();
					},
				}}
			>
				<Stack gap="2">
					<Text>{text.dropLead(nameOf(view))}</Text>
					<List.Root ps="5">
						{lostOf(view).map((lost) => (
							<List.Item key={lost} overflowWrap="anywhere">
								{lost}
							</List.Item>
						))}
					</List.Root>
					<Text>{text.dropAfter}</Text>
				</Stack>
			</AlertDialog>
		</Card>
	);
}

/** What is gone with the organization's own choice. */
function lostOf(view: ModelView): readonly string[] {
	const text = modelText;
	return [
		text.lostChoice(nameOf(view)),
		...(view.hasKey ? [text.lostKey] : []),
		...(view.hasCa ? [text.lostCa] : []),
		...(view.baseUrl === undefined ? [] : [text.lostAddress(view.baseUrl)]),
	];
}

/** What a test found, a sentence each. */
function foundIn({ ms, secondsPerStep, answersIn, readsPictures, isContextCut }: ModelTest): readonly string[] {
	const text = modelText;
	return [
		text.testOk(ms),
		...(secondsPerStep === undefined ? [] : [text.stepTakes(secondsPerStep)]),
		...(answersIn === undefined ? [] : [text.answersIn[answersIn]]),
		...(readsPictures === undefined ? [] : [readsPictures ? text.readsPictures : text.readsNoPictures]),
		...(isContextCut === true ? [text.contextCut] : []),
	];
}

function statusOf({ ok, readsPictures, isContextCut }: ModelTest) {
	if (!ok) return "error";
	return readsPictures === false || isContextCut === true ? "warning" : "success";
}

function reasonOf({ reason }: ModelTest): string {
	return modelText.reasons[reason ?? "unknown"];
}
