import { useEffect, useState } from "react";

/** Whether the panel shows the server tools. They belong to a sign-in: another owner begins with the chat. */
export function useTools(owner: string | null) {
	const [isOpen, setIsOpen] = useState(false);
	const [wasOpened, setWasOpened] = useState(false);
	useEffect(() => {
		setIsOpen(false);
		setWasOpened(false);
	}, [owner]);
	const onToggle = () => {
		setIsOpen(!isOpen);
		setWasOpened(true);
	};
	return { isOpen, wasOpened, onToggle };
}
