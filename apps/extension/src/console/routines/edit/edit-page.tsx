import { Button, Flex, HStack, Link, Stack, Text } from "@chakra-ui/react";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import { addVersionRoute, routineRoute } from "@webhand/contracts/routine/routine";
import { useState } from "react";
import { reworded } from "../../../kit/load/problem.ts";
import { useReply, useSubmit } from "../../../kit/load/queries.ts";
import { FormProblem } from "../../kit/form/form-card.tsx";
import { useChange } from "../../kit/form/use-change.tsx";
import { EmptyState } from "../../kit/load/empty-state.tsx";
import { LoadView } from "../../kit/load/load-view.tsx";
import { PageTitle } from "../../kit/page-title.tsx";
import { routinePath } from "../kit/paths.ts";
import type { RoutineProps } from "../kit/routine-props.ts";
import { routinesText } from "../words.ts";
import { problemsOf } from "./program/problems.ts";
import { shownFields } from "./program/steps.ts";
import { ProgramEditor } from "./program-editor.tsx";
import { useProgram } from "./use-program.ts";
import { editText as text } from "./words.ts";

type Props = Omit<RoutineProps, "told">;

/** The editor of a routine's current version. What is saved is a new version. */
export function EditPage(props: Props) {
	const { api, id } = props;
	const loaded = useReply(api, routineRoute, { params: { routineId: id } });
	return (
		<Stack gap="5">
			{loaded.value?.routine.canEdit === true ? null : <PageTitle title={loaded.value?.routine.name ?? routinesText.title} />}
			<LoadView loaded={loaded} refusals={routinesText.refusals}>
				{(reply) => (reply.routine.canEdit ? <Editor {...props} reply={reply} /> : <EmptyState title={routinesText.notYours} hint="" />)}
			</LoadView>
		</Stack>
	);
}

function Editor({ api, id, go, leave, reply }: Props & { readonly reply: ReplyOf<typeof routineRoute> }) {
	const { routine, version } = reply;
	const { program, change, undo, isChanged } = useProgram(version.program);
	const leaving = useChange();
	const params = { routineId: id };
	/** The program that was sent last. */
	const [sent, setSent] = useState<RoutineProgram | null>(null);
	const save = useSubmit(async (of: number) => {
		setSent(program);
		const saved = await api.call(addVersionRoute, { params, body: { of, program } });
		leave(routinePath(id), text.saved(saved.version.number));
		return saved;
	});
	/** Somebody else's version becomes the one that this one follows. */
	const saveOver = useSubmit(async () => {
		const { routine: now } = await api.call(routineRoute, { params });
		await save.submit(now.version);
	});
	const problem = reworded(save.problem ?? saveOver.problem, routinesText.refusals);
	const isMismatch = problem?.code === "HASH_MISMATCH";
	const problems = problemsOf(program, problem === null || sent === null ? null : { program: sent, problem });
	const isStale = problem?.kind === "invalid" && sent !== program;
	const askToLeave = () =>
		leaving.ask({
			title: text.discardTitle,
			lead: text.discardLead,
			confirm: text.discard,
			isHarmful: true,
			act: async () => {
				go(routinePath(id));
				return "";
			},
		});
	return (
		<Stack gap="5">
			<Flex>
				<Button
					variant="plain"
					px="0"
					height="auto"
					color="brand.fg"
					fontWeight="normal"
					onClick={() => (isChanged ? askToLeave() : go(routinePath(id)))}
				>
					‹ {text.back}
				</Button>
			</Flex>
			<PageTitle title={text.title(routine.name)} lead={text.lead(version.number)} />
			<ProgramEditor program={program} onChange={change} problems={problems} {...(isChanged ? { onUndo: undo } : {})} />
			<Stack gap="2" position="sticky" bottom="0" bg="bg.canvas" py="3" borderTopWidth="1px" borderColor="line.soft" zIndex="docked">
				{isMismatch ? (
					<Mismatch isBusy={saveOver.isBusy || save.isBusy} look={routinePath(id)} onSaveOver={() => void saveOver.submit()} />
				) : (
					<FormProblem problem={isStale ? null : problem} shown={shownFields(program, Object.keys(problems))} />
				)}
				<HStack wrap="wrap" gap="2">
					<Button
						size="sm"
						colorPalette="brand"
						loading={save.isBusy}
						loadingText={text.save}
						disabled={!isChanged || save.isBusy}
						onClick={() => void save.submit(version.number)}
					>
						{text.save}
					</Button>
					{isChanged ? null : <Text color="fg.quiet">{text.unchanged}</Text>}
				</HStack>
			</Stack>
			{leaving.dialog}
		</Stack>
	);
}

type MismatchProps = { readonly isBusy: boolean; readonly look: string; readonly onSaveOver: () => void };

/** Another version came meanwhile: the person looks at it, or saves over it. */
function Mismatch({ isBusy, look, onSaveOver }: MismatchProps) {
	return (
		<Stack role="alert" gap="2" bg="bg.note" color="fg.note" borderRadius="md" px="3" py="2">
			<Text>{text.mismatch}</Text>
			<HStack wrap="wrap" gap="2">
				<Button asChild size="xs" variant="outline">
					<Link href={`#${look}`} target="_blank" color="fg">
						{text.mismatchLook}
					</Link>
				</Button>
				<Button size="xs" variant="outline" loading={isBusy} loadingText={text.saveOver} onClick={onSaveOver}>
					{text.saveOver}
				</Button>
			</HStack>
		</Stack>
	);
}
