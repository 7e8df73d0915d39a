import { Box, Button, Flex, Heading, HStack, Stack, Text } from "@chakra-ui/react";
import { useEffect, useRef, useState } from "react";
import { NameDialog } from "../../kit/dialogs/name-dialog.tsx";
import { Problem } from "../../kit/states.tsx";
import type { RecordedStep } from "../../recording.ts";
import { mostSteps } from "../../recording.ts";
import type { RecordProps } from "./record-props.ts";
import { RecordingNotices } from "./recording-notices.tsx";
import { StepRow } from "./step-row.tsx";
import { recordText } from "./words.ts";

/** Which question about a step is open. */
type Asked = { readonly step: RecordedStep; readonly kind: "note" | "input" };

/** What was done so far, newest at the end, with what can be said of each step. */
export function LiveSteps(props: RecordProps) {
	const { recording, tabId, pending, problem, command, onShowTab } = props;
	const { steps, isPicking } = recording;
	const [asked, setAsked] = useState<Asked | null>(null);
	const end = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (steps.length > 0) void end.current?.scrollIntoView({ block: "nearest" });
	}, [steps.length]);
	const change = (step: RecordedStep, part: Parameters<typeof command<"record_change">>[1]["change"]) =>
		void command("record_change", { key: step.key, change: part });
	const answer = ({ step, kind }: Asked, name: string) => {
		setAsked(null);
		change(step, kind === "note" ? { note: name } : { input: name });
	};
	const isOwnProblem = problem?.command.startsWith("record_") === true;
	return (
		<>
			<Flex align="center" gap="2" px="gutter" py="2" borderBottomWidth="1px" borderColor="line.soft" flexShrink="0" wrap="wrap">
				<Box boxSize="2.5" rounded="full" bg="status.failed" animation="breathe 1.6s ease-in-out infinite" aria-hidden />
				<Heading as="h2" textStyle="answer" flex="1" minW="0">
					{recordText.title}
				</Heading>
				<Text textStyle="small" color="fg.quiet" role="status">
					{recordText.stepCount(steps.length)}
				</Text>
				<Button size="xs" colorPalette="brand" loading={pending.has("record_stop")} onClick={() => void command("record_stop", {})}>
					{recordText.finish}
				</Button>
			</Flex>
			<Stack flex="1" minH="0" overflowY="auto" px="gutter" py="3" gap="3">
				{isOwnProblem ? <Problem message={problem.message} requestId={problem.requestId} /> : null}
				<RecordingNotices {...props} />
				{steps.length === 0 ? (
					<Text color="fg.quiet">{recording.isReady || recording.wait !== null ? recordText.lead : recordText.notReady}</Text>
				) : (
					<Stack as="ol" gap="1" listStyleType="none" aria-label={recordText.steps}>
						{steps.map((step, index) => (
							<StepRow
								key={step.key}
								step={step}
								number={index + 1}
								onAsk={(kind) => setAsked({ step, kind })}
								onChange={(part) => change(step, part)}
								onDelete={() => void command("record_delete", { key: step.key })}
							/>
						))}
					</Stack>
				)}
				{steps.length >= mostSteps ? <Text color="fg.note">{recordText.full(mostSteps)}</Text> : null}
				<Box ref={end} />
			</Stack>
			<HStack px="gutter" py="2" gap="2" wrap="wrap" borderTopWidth="1px" borderColor="line.soft" flexShrink="0">
				<Button size="xs" variant="outline" disabled={steps.length === 0} onClick={() => void command("record_undo", {})}>
					{recordText.undo}
				</Button>
				<Button
					size="xs"
					variant={isPicking ? "subtle" : "outline"}
					aria-pressed={isPicking}
					onClick={() => void command("record_pick", { isPicking: !isPicking })}
				>
					{recordText.check}
				</Button>
				{tabId === recording.tabId ? null : (
					<Button size="xs" variant="ghost" onClick={() => onShowTab(recording.tabId)}>
						{recordText.showTab}
					</Button>
				)}
			</HStack>
			{asked === null ? null : (
				<NameDialog
					title={asked.kind === "note" ? recordText.renameTitle : recordText.inputTitle}
					label={asked.kind === "note" ? recordText.renameLabel : recordText.inputLabel}
					hint={asked.kind === "note" ? undefined : recordText.inputHint}
					initial={initialOf(asked)}
					confirm={recordText.save}
					maxLength={asked.kind === "note" ? 200 : 80}
					onName={(name) => answer(asked, name)}
					onClose={() => setAsked(null)}
				/>
			)}
		</>
	);
}

/** What the person said before, else what the field is called. */
function initialOf({ step: { event }, kind }: Asked): string {
	const { marks = {} } = event;
	if (kind === "note") return marks.note ?? "";
	if (typeof marks.input === "string") return marks.input;
	if (event.kind === "tick" && event.group !== undefined) return event.group.label;
	const name = "target" in event ? event.target?.name : undefined;
	return (name ?? [])
		.map((part) => (typeof part === "string" ? part : ""))
		.join("")
		.slice(0, 80);
}
