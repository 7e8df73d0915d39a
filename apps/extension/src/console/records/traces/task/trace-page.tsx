import { Button, Flex, Link, Skeleton, Stack, Text } from "@chakra-ui/react";
import type { ActionView } from "@webhand/contracts/agent/task-trace";
import type { TaskId } from "@webhand/contracts/ids";
import { useState } from "react";
import { EmptyState } from "../../../kit/load/empty-state.tsx";
import { LoadView } from "../../../kit/load/load-view.tsx";
import { PageTitle } from "../../../kit/page-title.tsx";
import { useNames } from "../../../org/use-names.ts";
import type { PageProps } from "../../../page-props.ts";
import { pathOf } from "../../../place/place.ts";
import { SaveAsRoutine } from "../../../routines/make/save-as-routine.tsx";
import { HowTo } from "../knowledge/how-to.tsx";
import { StepKnowledge } from "../knowledge/step-knowledge.tsx";
import { tracesText } from "../words.ts";
import { Filmstrip } from "./filmstrip.tsx";
import { PageText } from "./page-text.tsx";
import { ShareTask } from "./share-task.tsx";
import { StepDetails } from "./step-details.tsx";
import { TaskFacts } from "./task-facts.tsx";
import type { Trace } from "./use-trace.ts";
import { useStepPage, useTrace } from "./use-trace.ts";

type Props = PageProps & { readonly taskId: TaskId; readonly step: number };

const text = tracesText;

/** One task as a filmstrip. The chosen step, counted from 1, stands in the address. */
export function TracePage(props: Props) {
	const { api, taskId, place } = props;
	const loaded = useTrace(api, { taskId, share: place.query["share"] });
	return (
		<Stack gap="5">
			<Flex justify="space-between" wrap="wrap" gap="3" align="center">
				<Link href={`#${pathOf({ page: "traces" })}`} color="brand.fg">
					‹ {text.back}
				</Link>
				<Button size="xs" variant="outline" loading={loaded.isLoading && loaded.value !== null} onClick={loaded.retry}>
					{text.refresh}
				</Button>
			</Flex>
			{loaded.value === null ? <PageTitle title={text.title} /> : null}
			<LoadView loaded={loaded} skeleton={<TraceSkeleton />}>
				{(trace) => <TraceView {...props} trace={trace} />}
			</LoadView>
		</Stack>
	);
}

function TraceView({ api, taskId, step, go, signIn, place, trace }: Props & { readonly trace: Trace }) {
	const { task, actions, isComplete } = trace;
	const [wanted, setWanted] = useState("");
	const index = actions.findIndex(({ stepIndex }) => stepIndex === step - 1);
	const chosen = actions[index];
	const { page, retry } = useStepPage(api, { taskId, share: place.query["share"] }, chosen?.stepIndex);
	const isAdmin = signIn.roles.includes("admin");
	const mayRepeat = isAdmin || task.userId === signIn.user.id;
	const nameOf = useNames({ api, signIn });
	const isOperator = signIn.roles.includes("operator");
	const goTo = (stepIndex: number) =>
		go(pathOf({ page: "traces", parts: [taskId, String(stepIndex + 1)], query: place.query }), { replace: true });
	return (
		<Stack gap="5">
			<TaskFacts task={task} nameOf={nameOf} step={step}>
				{task.userId === signIn.user.id && signIn.tenantKind === "organization" ? <ShareTask api={api} task={task} /> : null}
				{mayRepeat && task.status === "completed" ? <SaveAsRoutine taskId={taskId} /> : null}
				{isAdmin && task.status === "completed" ? <HowTo api={api} taskId={taskId} /> : null}
			</TaskFacts>
			{actions.length === 0 ? (
				<EmptyState title={text.noSteps} hint={text.emptyHint} />
			) : (
				<Stack gap="5">
					<Filmstrip
						actions={actions}
						found={matchingSteps(actions, wanted)}
						wanted={wanted}
						chosen={chosen?.stepIndex}
						isComplete={isComplete}
						onWanted={setWanted}
						onChoose={goTo}
					/>
					{chosen === undefined ? (
						<Text role="status">{isComplete ? text.noStep(step) : text.loadingSteps(actions.length)}</Text>
					) : (
						<Flex gap="5" direction={{ base: "column", lg: "row" }} align="stretch">
							<StepDetails
								action={chosen}
								total={actions.length}
								knowledge={
									isAdmin ? (
										<StepKnowledge key={chosen.stepIndex} api={api} taskId={taskId} isOperator={isOperator} stepIndex={chosen.stepIndex} />
									) : null
								}
							/>
							<PageText key={chosen.stepIndex} action={chosen} page={page} onRetry={retry} />
						</Flex>
					)}
				</Stack>
			)}
		</Stack>
	);
}

function TraceSkeleton() {
	return (
		<Stack gap="5" role="status" aria-busy="true" aria-label={text.title}>
			<Skeleton height="24" borderRadius="lg" />
			<Skeleton height="28" borderRadius="lg" />
			<Skeleton height="72" borderRadius="lg" />
		</Stack>
	);
}

/** Steps that hold a text in thought, action, target, observations, gate or loop rule; case ignored, "" finds all. @throws never */
function matchingSteps(actions: readonly ActionView[], text: string): readonly ActionView[] {
	const wanted = text.trim().toLowerCase();
	return wanted === "" ? actions : actions.filter((action) => wordsOf(action).toLowerCase().includes(wanted));
}

function wordsOf({ thought, action, targetName, more = [], verification, gate, loop, status }: ActionView): string {
	const parts = more.flatMap((part) => [part.action, part.targetName]);
	const words = [thought, action, targetName, ...parts, ...(verification?.observations ?? []), verification?.verdict];
	return [...words, gate.class, gate.outcome, ...gate.reasons, loop, status].filter((word) => word !== undefined).join("\n");
}
