import { Box } from "@chakra-ui/react";
import { RoutineId } from "@webhand/contracts/ids";
import { useState } from "react";
import { useHeadingFocus } from "../../kit/use-heading-focus.ts";
import type { PageProps } from "../page-props.ts";
import { EditPage } from "./edit/edit-page.tsx";
import { LibraryPage } from "./library/library-page.tsx";
import { NewPage } from "./make/new-page.tsx";
import { RoutinePage } from "./routine/routine-page.tsx";
import { VersionPage } from "./routine/version-page.tsx";
import { StartPage } from "./start/start-page.tsx";

/**
 * `/routines` lists routines; `/routines/new` takes a file or the task of `?task=`; `/routines/<id>` shows one, with `/edit` and
 * `/versions/<number>`, and `/run` to start it.
 */
export function RoutinesPage(props: PageProps) {
	const { place, go } = props;
	const [asked = "", part = "", number = ""] = place.parts;
	const id = RoutineId.safeParse(asked).data;
	const at = place.parts.join("/");
	const content = useHeadingFocus<HTMLDivElement>(at, "h1");
	/** What was done on the page before, and the page that says so. */
	const [told, setTold] = useState({ at: "", sentence: "" });
	const leave = (path: string, sentence: string) => {
		setTold({ at: path, sentence });
		go(path, { replace: true });
	};
	const common = { ...props, told: told.at === `/${["routines", ...place.parts].join("/")}` ? told.sentence : "", leave };
	return (
		<Box ref={content}>
			{id === undefined ? (
				asked === "new" ? (
					<NewPage {...common} />
				) : (
					<LibraryPage {...common} />
				)
			) : part === "edit" ? (
				<EditPage key={at} {...common} id={id} />
			) : part === "run" ? (
				<StartPage key={at} {...common} id={id} />
			) : part === "versions" && /^[1-9][0-9]{0,5}$/.test(number) ? (
				<VersionPage key={at} {...common} id={id} number={Number(number)} />
			) : (
				<RoutinePage key={at} {...common} id={id} />
			)}
		</Box>
	);
}
