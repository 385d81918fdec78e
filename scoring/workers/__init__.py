"""The broker: tasks for the workers, results of tasks, and the heartbeat of the workers."""
