import { Box, Collapsible, Flex, HStack, Link, List, Stack, Text, VisuallyHidden } from "@chakra-ui/react";
import type { PlanStep } from "@webhand/contracts/agent/task";
import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
import { CheckIcon, ChevronIcon, CrossIcon, PlayIcon } from "../../kit/icons.tsx";
import { Loading } from "../../kit/states.tsx";
import { Words } from "../../kit/words/quoted-words.tsx";
import type { RunView } from "../../panel-state.ts";
import { figuresOf, outcomeWords, planLineOf } from "../state/select.ts";
import { OnServer } from "./on-server.tsx";
import { taskText } from "./words.ts";

/** `state`: how the task ended, in the same line. */
type Props = { readonly run: RunView; readonly state?: ReactNode };

/** The plan in one line with its progress; unfolded, the steps and the figures of the task. */
export function PlanWidget({ run, state }: Props) {
	const [isOpen, setIsOpen] = useState(false);
	const { plan } = run;
	const isRunning = run.state === "running";
	const current = useRef<HTMLLIElement>(null);
	const currentId = plan?.steps.find(({ status }) => status === "active")?.id;
	useEffect(() => {
		if (isOpen && currentId !== undefined) current.current?.scrollIntoView({ block: "nearest" });
	}, [isOpen, currentId]);
	if (plan === null && (!isRunning || run.wait !== null)) return <Box borderBottomWidth="1px" borderColor="line.soft" />;
	if (plan === null) {
		return (
			<Box
				as="section"
				role="region"
				aria-label={taskText.plan}
				aria-busy
				px="gutter"
				pb="2.5"
				borderBottomWidth="1px"
				borderColor="line.soft"
			>
				<Text textStyle="small" color="fg.quiet" mb="1.5">
					{taskText.planning}
				</Text>
				<Loading lines={1} />
			</Box>
		);
	}
	const { line, done } = planLineOf(plan, run.state);
	const isFailed = run.state === "failed";
	return (
		<Collapsible.Root
			as="section"
			role="region"
			aria-label={taskText.plan}
			open={isOpen}
			onOpenChange={({ open }) => setIsOpen(open)}
			flexShrink="0"
		>
			<Collapsible.Trigger
				display="flex"
				w="full"
				alignItems="center"
				{...(state === undefined ? {} : { flexWrap: "wrap" })}
				gap="2"
				px="gutter"
				{...(state === undefined ? { pb: "1.5" } : { py: "1.5" })}
				minH="7"
				textAlign="start"
				cursor="pointer"
				title={isOpen ? taskText.foldPlan : taskText.unfoldPlan}
				_focusVisible={{ outline: "2px solid", outlineColor: "brand.focusRing", outlineOffset: "-2px" }}
			>
				{state}
				<Text
					as="span"
					flex="1 1 4rem"
					minW="0"
					textStyle={state === undefined ? "body" : "small"}
					{...(state === undefined ? {} : { color: "fg.quiet", textAlign: "end" })}
					truncate={!isOpen}
					title={line}
				>
					<Words>{line}</Words>
				</Text>
				<ChevronIcon color="fg.quiet" transform={isOpen ? "rotate(180deg)" : "none"} transition="transform 0.15s" />
			</Collapsible.Trigger>
			{isRunning ? <VisuallyHidden role="status">{taskText.planSaid(line)}</VisuallyHidden> : null}
			<Box h="2px" bg="line.soft" aria-hidden>
				<Box
					h="full"
					bg={isFailed ? "status.failed" : run.state === "completed" ? "status.completed" : "brand.solid"}
					w={`${(100 * done) / plan.steps.length}%`}
					transition="width 0.4s"
				/>
			</Box>
			<Collapsible.Content>
				<Box maxH="25vh" overflowY="auto" px="gutter" py="line" bg="bg.sunken" borderBottomWidth="1px" borderColor="line.soft" tabIndex={0}>
					<List.Root as="ol" variant="plain" gap="1">
						{plan.steps.map((step) => (
							<List.Item
								key={step.id}
								ref={step.id === currentId ? current : null}
								{...(isRunning && step.status === "active" ? { "aria-current": "step" as const } : {})}
							>
								<PlanLine step={step} isRunning={isRunning} />
							</List.Item>
						))}
					</List.Root>
					<Text textStyle="small" color="fg.quiet" mt="2">
						{figuresOf(run).join(" · ")}
					</Text>
				</Box>
			</Collapsible.Content>
		</Collapsible.Root>
	);
}

function PlanLine({ step, isRunning }: { readonly step: PlanStep; readonly isRunning: boolean }) {
	const isActive = isRunning && step.status === "active";
	return (
		<HStack gap="2" align="start" w="full" textStyle="small">
			<Flex
				w="4"
				h="1lh"
				align="center"
				flexShrink="0"
				color={step.status === "completed" ? "status.completed" : step.status === "failed" ? "status.failed" : "status.running"}
			>
				{step.status === "completed" ? (
					<CheckIcon boxSize="3.5" />
				) : step.status === "failed" ? (
					<CrossIcon boxSize="3.5" />
				) : isActive ? (
					<PlayIcon boxSize="3.5" />
				) : null}
			</Flex>
			<Box fontWeight={isActive ? "semibold" : "normal"} color={isActive ? "fg" : "fg.quiet"} flex="1" minW="0" overflowWrap="anywhere">
				<Words>{step.description}</Words>
				{step.toolType === "DOM" ? null : <OnServer tool={step.toolType} />}
				<Why step={step} />
			</Box>
			<Text color={step.status === "failed" ? "status.failed" : "fg.quiet"} flexShrink="0">
				{step.status === "active" && !isRunning ? taskText.planLeft : taskText.planStep[step.status]}
			</Text>
		</HStack>
	);
}

/** Why the step is needed and what it is to come to, on demand. */
function Why({ step }: { readonly step: PlanStep }) {
	const [isOpen, setIsOpen] = useState(false);
	const outcome = outcomeWords(step.expectedOutcome);
	const told = [step.reasoning ?? "", outcome === "" ? "" : taskText.outcome(outcome)].filter((part) => part !== "");
	if (told.length === 0) return null;
	return (
		<>
			{" "}
			<Link asChild color="brand.fg" fontWeight="normal" aria-expanded={isOpen}>
				<button type="button" onClick={() => setIsOpen(!isOpen)}>
					{taskText.why}
					<VisuallyHidden>: {step.description}</VisuallyHidden>
				</button>
			</Link>
			{isOpen ? (
				<Stack gap="0.5" color="fg.quiet" fontWeight="normal">
					{told.map((part) => (
						<Text key={part}>
							<Words>{part}</Words>
						</Text>
					))}
				</Stack>
			) : null}
		</>
	);
}
