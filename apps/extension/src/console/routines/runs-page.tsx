import { Box } from "@chakra-ui/react";
import { RoutineRunId } from "@webhand/contracts/ids";
import { useHeadingFocus } from "../../kit/use-heading-focus.ts";
import type { PageProps } from "../page-props.ts";
import { RunListPage } from "./runs/run-list-page.tsx";
import { RunPage } from "./runs/run-page.tsx";

/** `/routine-runs` lists runs; `/routine-runs/<id>` shows one, also to colleagues with its `?share=`. */
export function RunsPage(props: PageProps) {
	const id = RoutineRunId.safeParse(props.place.parts[0]);
	const content = useHeadingFocus<HTMLDivElement>(id.data ?? "", "h1");
	return <Box ref={content}>{id.success ? <RunPage key={id.data} {...props} id={id.data} /> : <RunListPage {...props} />}</Box>;
}
