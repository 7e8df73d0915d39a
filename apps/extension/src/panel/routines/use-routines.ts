import { useEffect, useState } from "react";
import type { Place } from "./kit/routines-props.ts";

const library: Place = { kind: "library" };

/** Whether the panel shows the routines, and which view of them. They belong to a sign-in: another owner begins with the chat. */
export function useRoutines(owner: string | null) {
	const [isOpen, setIsOpen] = useState(false);
	const [wasOpened, setWasOpened] = useState(false);
	const [place, setPlace] = useState<Place>(library);
	useEffect(() => {
		setIsOpen(false);
		setWasOpened(false);
		setPlace(library);
	}, [owner]);
	const show = (isShown: boolean) => {
		setIsOpen(isShown);
		setWasOpened(true);
	};
	const open = (next: Place) => {
		setPlace(next);
		show(true);
	};
	return { isOpen, wasOpened, show, place, go: setPlace, open };
}
