import { Box, HStack, List, Text } from "@chakra-ui/react";
import type { PlanStep } from "@webhand/contracts/agent/task";
import type { RunView } from "../../messages.ts";
import { text } from "../../text/en.ts";
import { CheckIcon, CrossIcon, HostIcon, PlayIcon } from "../kit/icons.tsx";
import { Loading } from "../kit/states.tsx";

/** The plan as a stepper: past dimmed, current marked, future grey. Hidden when a task ended without one. */
export function PlanWidget({ run }: { readonly run: RunView }) {
	const plan = run.plan;
	if (plan === null && run.state !== "running") return null;
	return (
		<Box
			as="section"
			role="region"
			aria-label={text.task.plan}
			aria-live="polite"
			aria-busy={plan === null}
			px="3"
			py="2"
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
						<List.Item key={step.id} {...(step.status === "active" ? { "aria-current": "step" as const } : {})}>
							<PlanLine step={step} />
						</List.Item>
					))}
				</List.Root>
			)}
		</Box>
	);
}

function PlanLine({ step }: { readonly step: PlanStep }) {
	const isActive = step.status === "active";
	return (
		<HStack gap="2" align="start" w="full">
			<Box
				w="4"
				pt="0.5"
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
			</Box>
			<Text fontSize="xs" fontWeight={isActive ? "semibold" : "normal"} color={isActive ? "fg" : "fg.quiet"} flex="1">
				{step.description}
				{step.toolType === "DOM" ? null : (
					<Text as="span" color="fg.quiet">
						{" "}
						<HostIcon boxSize="3" /> {text.task.onServer}
					</Text>
				)}
			</Text>
			<Text fontSize="xs" color={step.status === "failed" ? "status.failed" : "fg.quiet"} flexShrink="0">
				{text.task.planStep[step.status]}
			</Text>
		</HStack>
	);
}
