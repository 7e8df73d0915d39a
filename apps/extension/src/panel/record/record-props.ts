import type { RoutineId } from "@webhand/contracts/ids";
import type { CommandProblem } from "../../kit/transport.ts";
import type { PanelCommandType } from "../../messages.ts";
import type { RecordingView } from "../../recording.ts";
import type { RunCommand } from "../state/commands.ts";
import type { SaveRoutine } from "./save-routine.ts";

/** What the views of a recording share. */
export type RecordProps = {
	readonly recording: RecordingView;
	/** The tab that the panel follows. */
	readonly tabId: number | undefined;
	/** The organization to share with; "" in a tenant of one person. */
	readonly organization: string;
	readonly pending: ReadonlySet<PanelCommandType>;
	readonly problem: CommandProblem | null;
	readonly command: RunCommand;
	readonly save: SaveRoutine;
	/** Asks Chrome for a site that it withholds. @returns whether the person allowed it */
	readonly askChrome: (origins: readonly string[]) => Promise<boolean>;
	readonly onShowTab: (tabId: number) => void;
	/** Offers to run a routine; absent where nothing can run it. */
	readonly onTry?: ((id: RoutineId) => void) | undefined;
};
