import type { Dispatch } from "react";
import type { CommandInput, PanelCommandType } from "../messages.ts";
import type { PanelEvent } from "./model.ts";
import { CommandError, send } from "./transport.ts";

/** Sends a command and tells the model how it went; true when it went through. */
export type RunCommand = <T extends PanelCommandType>(type: T, input: CommandInput<T>, query?: string) => Promise<boolean>;

/** Binds commands to a model. A refusal becomes the model's problem; nothing is thrown. */
export function commandsOf(dispatch: Dispatch<PanelEvent>): RunCommand {
	return async (type, input, query) => {
		dispatch({ type: "command_sent", command: type });
		try {
			await send(type, input);
			dispatch({ type: "command_done", command: type, ...(query === undefined ? {} : { query }) });
			return true;
		} catch (cause) {
			const problem =
				cause instanceof CommandError ? cause.problem : { command: type, code: "UNEXPECTED", message: String(cause), fields: [] };
			dispatch({ type: "command_failed", problem });
			return false;
		}
	};
}
