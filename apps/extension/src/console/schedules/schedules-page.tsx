import { Box } from "@chakra-ui/react";
import { RoutineId, ScheduleId } from "@webhand/contracts/ids";
import { useState } from "react";
import { useHeadingFocus } from "../../kit/use-heading-focus.ts";
import type { PageProps } from "../page-props.ts";
import { NewSchedulePage } from "./new-schedule-page.tsx";
import { ScheduleListPage } from "./schedule-list-page.tsx";
import { SchedulePage } from "./schedule-page.tsx";

/** `/schedules` lists schedules, `/schedules/new?routine=` makes one, `/schedules/<id>` shows one. */
export function SchedulesPage(props: PageProps) {
	const { place, go } = props;
	const [asked = ""] = place.parts;
	const id = ScheduleId.safeParse(asked).data;
	const routineId = RoutineId.safeParse(place.query["routine"]).data;
	const content = useHeadingFocus<HTMLDivElement>(asked, "h1");
	/** What was done on the page before, and the page that says so. */
	const [told, setTold] = useState({ at: "", sentence: "" });
	const leave = (path: string, sentence: string) => {
		setTold({ at: path, sentence });
		go(path, { replace: true });
	};
	const common = { ...props, told: told.at === `/${["schedules", ...place.parts].join("/")}` ? told.sentence : "", leave };
	return (
		<Box ref={content}>
			{id !== undefined ? (
				<SchedulePage key={id} {...common} id={id} />
			) : asked === "new" && routineId !== undefined ? (
				<NewSchedulePage key={routineId} {...common} routineId={routineId} />
			) : (
				<ScheduleListPage {...common} />
			)}
		</Box>
	);
}
