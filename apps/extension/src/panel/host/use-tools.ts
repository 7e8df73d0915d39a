import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import { useEffect, useState } from "react";

type TaskPlace = { readonly id: SessionId; readonly workspaceId: WorkspaceId | null };

/** Whether the panel shows the server tools, and which task. They belong to a sign-in: another owner begins with the chat. */
export function useTools(owner: string | null) {
	const [isOpen, setIsOpen] = useState(false);
	const [wasOpened, setWasOpened] = useState(false);
	const [task, setTask] = useState<TaskPlace | null>(null);
	useEffect(() => {
		setIsOpen(false);
		setWasOpened(false);
		setTask(null);
	}, [owner]);
	const show = (isShown: boolean) => {
		setIsOpen(isShown);
		setWasOpened(true);
	};
	const openTask = (place: TaskPlace) => {
		setTask(place);
		show(true);
	};
	return { isOpen, wasOpened, onToggle: () => show(!isOpen), task, setTask, openTask };
}
