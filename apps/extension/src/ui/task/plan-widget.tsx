import { Box, Flex, HStack, List, Text } from "@chakra-ui/react";
import type { PlanStep } from "@webhand/contracts/agent/task";
import { useEffect, useRef } from "react";
import type { RunView } from "../../panel-state.ts";
import { text } from "../../text/en.ts";
import { CheckIcon, CrossIcon, HostIcon, PlayIcon } from "../kit/icons.tsx";
import { Loading } from "../kit/states.tsx";
import { Words } from "../kit/words.tsx";

/** The plan as a stepper. Hidden for an ended task without a plan, and while a task without one waits. */
export function PlanWidget({ run }: { readonly run: RunView }) {
	const { plan } = run;
	const isRunning = run.state === "running";
	const current = useRef<HTMLLIElement>(null);
	const currentId = plan?.steps.find(({ status }) => status === "active")?.id;
	useEffect(() => {
		if (currentId !== undefined) current.current?.scrollIntoView({ block: "nearest" });
	}, [currentId]);
	if (plan === null && (!isRunning || run.wait !== null)) return null;
	return (
		<Box
			as="section"
			role="region"
			aria-label={text.task.plan}
			aria-live="polite"
			aria-busy={plan === null}
			px="3"
			py="2"
			maxH="24vh"
			flexShrink="0"
			overflowY="auto"
			tabIndex={0}
			borderBottomWidth="1px"
			borderColor="line.soft"
		>
			{plan === null ? (
				<>
					<Text fontSize="xs" color="fg.quiet" mb="1">
						{text.task.planning}
					</Text>
					<Loading lines={2} />
				</>
			) : (
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
			)}
		</Box>
	);
}

function PlanLine({ step, isRunning }: { readonly step: PlanStep; readonly isRunning: boolean }) {
	const isActive = isRunning && step.status === "active";
	return (
		<HStack gap="2" align="start" w="full" fontSize="xs">
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
			<Text fontWeight={isActive ? "semibold" : "normal"} color={isActive ? "fg" : "fg.quiet"} flex="1" minW="0" overflowWrap="anywhere">
				<Words>{step.description}</Words>
				{step.toolType === "DOM" ? null : (
					<Text as="span" color="fg.quiet">
						{" "}
						<HostIcon boxSize="3" /> {text.task.onServer}
					</Text>
				)}
			</Text>
			<Text color={step.status === "failed" ? "status.failed" : "fg.quiet"} flexShrink="0">
				{step.status === "active" && !isRunning ? text.task.planLeft : text.task.planStep[step.status]}
			</Text>
		</HStack>
	);
}
