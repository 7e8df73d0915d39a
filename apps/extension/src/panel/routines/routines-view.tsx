import { Flex } from "@chakra-ui/react";
import { useNow } from "../../kit/now.ts";
import { useHeadingFocus } from "../../kit/use-heading-focus.ts";
import { RoutinePage } from "./form/routine-page.tsx";
import type { Place, RoutinesBench } from "./kit/routines-props.ts";
import { LibraryPage } from "./library/library-page.tsx";
import { ListPage } from "./list/list-page.tsx";
import { ReadPage } from "./read/read-page.tsx";
import { RunPage } from "./run/run-page.tsx";
import { SavePage } from "./save/save-page.tsx";
import { VersionPage } from "./versions/version-page.tsx";
import { routinesText } from "./words.ts";

type Props = Omit<RoutinesBench, "now"> & { readonly place: Place };

/** Routines in the panel: the library, and one routine, list, run, draft or version of it. */
export function RoutinesView({ place, ...given }: Props) {
	const bench = { ...given, now: useNow(given.isShown) };
	const root = useHeadingFocus<HTMLDivElement>(JSON.stringify({ ...place, given: undefined }), "h2");
	return (
		<Flex ref={root} as="section" aria-label={routinesText.title} direction="column" flex="1" minH="0" overflowY="auto">
			<PageOf place={place} bench={bench} />
		</Flex>
	);
}

function PageOf({ place, bench }: { readonly place: Place; readonly bench: RoutinesBench }) {
	switch (place.kind) {
		case "library":
			return <LibraryPage bench={bench} />;
		case "routine":
			return <RoutinePage key={place.id} bench={bench} id={place.id} />;
		case "list":
			return <ListPage key={place.id} bench={bench} id={place.id} given={place.given} />;
		case "read":
			return <ReadPage key={place.words ?? ""} bench={bench} words={place.words ?? ""} />;
		case "run":
			return <RunPage key={place.id} bench={bench} id={place.id} />;
		case "save":
			return <SavePage key={place.taskId} bench={bench} taskId={place.taskId} repeats={place.repeats ?? []} />;
		case "version":
			return <VersionPage key={`${place.id} ${place.number}`} bench={bench} id={place.id} number={place.number} />;
	}
}
