"""One server for long, and hostile sizes: do time and memory stay in bounds (`make soak`)?"""
