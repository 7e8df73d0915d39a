import { Flex, Link, Stack } from "@chakra-ui/react";
import { createScheduleRoute } from "@webhand/contracts/authority/schedule";
import type { RoutineId } from "@webhand/contracts/ids";
import { routineRoute } from "@webhand/contracts/routine/routine";
import { useReply } from "../../kit/load/queries.ts";
import { LoadView } from "../kit/load/load-view.tsx";
import { PageTitle } from "../kit/page-title.tsx";
import { routinePath } from "../routines/kit/paths.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import type { ScheduleProps } from "./schedule-props.ts";
import { schedulePath } from "./schedule-props.ts";
import { schedulesText as text } from "./words.ts";

/** A routine that gets a schedule. */
export function NewSchedulePage({ api, signIn, leave, routineId }: ScheduleProps & { readonly routineId: RoutineId }) {
	const loaded = useReply(api, routineRoute, { params: { routineId } });
	return (
		<Stack gap="5">
			<Flex>
				<Link href={`#${routinePath(routineId)}`} color="brand.fg">
					‹ {loaded.value?.routine.name ?? text.back}
				</Link>
			</Flex>
			<PageTitle title={text.newTitle(loaded.value?.routine.name ?? "")} />
			<LoadView loaded={loaded} refusals={text.refusals}>
				{({ routine }) => (
					<ScheduleForm
						api={api}
						routine={routine}
						me={signIn.user.id}
						save={async (given) => {
							const { schedule } = await api.call(createScheduleRoute, { body: { routineId, ...given } });
							leave(schedulePath(schedule.id), text.created);
							return text.created;
						}}
					/>
				)}
			</LoadView>
		</Stack>
	);
}
