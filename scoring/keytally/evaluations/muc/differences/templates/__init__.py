"""The ten classes of differences between template objects, after Das et al. 2022."""
